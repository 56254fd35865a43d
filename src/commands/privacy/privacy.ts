import type { Utility } from '../../core/command/command.ts'
import { declared } from '../../core/text/say.ts'
import { createPrivacyDelete } from './delete.ts'
import { createPrivacyExport } from './export.ts'
import type { PrivacyPorts } from './ports.ts'
import { createPrivacyShow } from './show.ts'

/** What is kept of a member in one account, and what they can do about it. */
export const createPrivacyCommand = (ports: PrivacyPorts): Utility => ({
  kind: 'utility',
  name: 'privacy',
  summary: declared('What is kept of you here; have it as a file, or delete it'),
  topic: 'choices',
  audience: 'everyone',
  isForBlocked: true,
  actions: [createPrivacyShow(ports), createPrivacyExport(ports), createPrivacyDelete(ports)],
})
