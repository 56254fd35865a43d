import { acknowledgements, answers, responses, sentForms, suggestions } from './acknowledgements.ts'
import { forms, uploads } from './forms.ts'
import { calls, posts, updates } from './messages.ts'
import { others } from './others.ts'
import { sockets } from './sockets.ts'
import { stacks } from './stacks.ts'

/** All that is spoilt of what the bot says to Slack, but for its rates. */
export const slackRows = {
  acknowledgements,
  answers,
  suggestions,
  sentForms,
  responses,
  sockets,
  posts,
  updates,
  calls,
  others,
  forms,
  stacks,
  uploads,
}
