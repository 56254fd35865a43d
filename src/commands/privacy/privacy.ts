import type { Utility } from '../../core/command/command.ts'
import type { FileMaking } from '../../core/command/file-making.ts'
import { declared } from '../../core/text/say.ts'
import { privacyConsent } from './consent.ts'
import { createPrivacyDelete } from './delete.ts'
import { createPrivacyExport } from './export.ts'
import type { PrivacyPorts } from './ports.ts'
import { privacyShow } from './show.ts'

/** What is kept of a member in one account, and what they can do about it. */
export const createPrivacyCommand = (files: FileMaking): Utility<PrivacyPorts> => ({
  kind: 'utility',
  name: 'privacy',
  summary: declared('See, export or delete your data here'),
  topic: 'choices',
  example: { action: 'show', values: {} },
  audience: 'everyone',
  isForBlocked: true,
  actions: [privacyShow, privacyConsent, createPrivacyExport(files), createPrivacyDelete()],
})
