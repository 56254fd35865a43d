import { type Refusal, spoiling } from '../refusal.ts'
import { messageBlocks, viewBlocks, viewRules } from './blocks.ts'
import { calls, scopes } from './calls.ts'
import { lookUps, openings } from './conversations.ts'
import { acknowledgements, sockets } from './deliveries.ts'
import { completions, files, uploads } from './files.ts'
import { edits, posts, reactions } from './messages.ts'
import { installing, overRates, rotation } from './oauth.ts'
import { pings } from './pings.ts'
import { requests } from './requests.ts'
import { responseUrls, triggers, views } from './views.ts'

/** Every refusal, in its table. */
export const tables: Readonly<Record<string, readonly Refusal[]>> = {
  'who calls, and how': calls,
  'what the manifest does not ask for': scopes,
  'a new message': posts,
  'a message that is there': edits,
  'a reaction': reactions,
  'a message that rings': pings,
  'blocks of a message': messageBlocks,
  'blocks of a form': viewBlocks,
  'a form as a whole': viewRules,
  'a look-up': lookUps,
  'a direct message': openings,
  'an upload': uploads,
  'the end of an upload': completions,
  'a file': files,
  'a trigger': triggers.map(spoiling),
  'a form or a home tab': views,
  'a response URL': responseUrls.map(spoiling),
  'an acknowledgement': acknowledgements.map(spoiling),
  'a socket': sockets,
  'a signed request': requests.map(spoiling),
  'an installation': installing.map(spoiling),
  'a token': rotation.map(spoiling),
  'a rate': overRates.map(spoiling),
}
