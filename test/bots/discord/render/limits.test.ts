import { expect, test } from 'vitest'
import { limits as standIn } from '../../../../sandbox/discord/limits.ts'
import { limits } from '../../../../src/bots/discord/render/limits.ts'

/** Our name of a limit, and the stand-in's, where somebody else read the same pages. */
const pairs = [
  ['description', 'commandDescription'],
  ['choices', 'commandChoices'],
  ['choiceName', 'choiceName'],
  ['optionText', 'optionText'],
  ['content', 'content'],
  ['embedDescription', 'embedDescription'],
  ['embedFields', 'embedFields'],
  ['embedFieldName', 'embedFieldName'],
  ['embedFieldValue', 'embedFieldValue'],
  ['embeds', 'embeds'],
  ['embedTotal', 'embedText'],
  ['files', 'files'],
  ['fileDescription', 'fileDescription'],
  ['requestBytes', 'requestBytes'],
  ['nonce', 'nonce'],
  ['customId', 'customId'],
  ['buttonLabel', 'buttonLabel'],
  ['buttonsPerRow', 'buttonsPerRow'],
  ['rows', 'rows'],
  ['modalTitle', 'modalTitle'],
  ['modalParts', 'modalParts'],
  ['modalLabel', 'modalLabel'],
  ['modalDescription', 'modalDescription'],
  ['modalPlaceholder', 'modalPlaceholder'],
  ['modalText', 'modalText'],
  ['selectOptions', 'selectOptions'],
  ['selectOptionText', 'selectOptionText'],
  ['selectPlaceholder', 'selectPlaceholder'],
] as const satisfies readonly (readonly [keyof typeof limits, keyof typeof standIn])[]

test.each(pairs)('the limit %s is what the stand-in goes by as %s', (ours, theirs) => {
  expect(limits[ours]).toBe(standIn[theirs])
})
