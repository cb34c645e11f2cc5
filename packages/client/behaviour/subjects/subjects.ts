import type { Subject } from '../subject.ts'
import { heyApi } from './heyApi.ts'
import { kyClient } from './ky.ts'
import { latchkey } from './latchkey.ts'
import { openai } from './openai.ts'
import { openapiFetch } from './openapiFetch.ts'

/** All clients that are compared. */
export const subjects: readonly Subject[] = [latchkey, openapiFetch, kyClient, heyApi, openai]
