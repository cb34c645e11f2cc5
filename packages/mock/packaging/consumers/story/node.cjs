const { story } = require('./story.cjs')

story(require('./modules.cjs')).then((outcome) => console.log(JSON.stringify(outcome)))
