const { mswStory } = require('./mswStory.cjs')

const [, , name] = process.argv
const msw = { ...require(name), ...require(`${name}/node`) }
mswStory(require('@latchkey/mock'), msw).then((outcome) => console.log(JSON.stringify(outcome)))
