import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import Call from './Call.vue'
import Drawing from './Drawing.vue'
import Try from './Try.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Call', Call)
    app.component('Drawing', Drawing)
    app.component('Try', Try)
  },
} satisfies Theme
