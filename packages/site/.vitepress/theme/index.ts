import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import Drawing from './Drawing.vue'
import Try from './Try.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Drawing', Drawing)
    app.component('Try', Try)
  },
} satisfies Theme
