/** The JSX of the inspector calls these. */
export { Fragment, h } from 'preact'
