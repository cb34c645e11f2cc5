import * as modules from './modules.mjs'
import { story } from './story.cjs'

console.log(JSON.stringify(await story(modules)))
