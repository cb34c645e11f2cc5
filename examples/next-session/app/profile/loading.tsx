/** Each folder with a page has its own: that of a folder above is not shown when the person comes from a page there. */
export { default } from '../loading'
