import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../sandbox/discord/limits.ts'

type Limit = keyof typeof limits

/**
 * Where Discord's OpenAPI file lies; it is not part of the project.
 * https://github.com/discord/discord-api-spec
 */
const specFile = process.env.TEST_DISCORD_OPENAPI
const isThere = specFile !== undefined
const spec: unknown = isThere ? JSON.parse(readFileSync(specFile, 'utf8')) : undefined

const at = (path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], spec)

/** What of a schema of the file states a limit. */
const stated: Partial<Record<Limit, string>> = {
  embeds: 'components.schemas.MessageCreateRequest.properties.embeds.maxItems',
  files: 'components.schemas.MessageCreateRequest.properties.attachments.maxItems',
  nonce: 'components.schemas.MessageCreateRequest.properties.nonce.oneOf.1.maxLength',
  fileDescription: 'components.schemas.MessageAttachmentRequest.properties.description.maxLength',
  fileName: 'components.schemas.MessageAttachmentRequest.properties.filename.maxLength',
  fileTitle: 'components.schemas.MessageAttachmentRequest.properties.title.maxLength',
  waveform: 'components.schemas.MessageAttachmentRequest.properties.waveform.maxLength',
  allowedMentionIds: 'components.schemas.MessageAllowedMentionsRequest.properties.users.maxItems',
  embedTitle: 'components.schemas.RichEmbed.properties.title.maxLength',
  embedDescription: 'components.schemas.RichEmbed.properties.description.maxLength',
  embedFields: 'components.schemas.RichEmbed.properties.fields.maxItems',
  embedFieldName: 'components.schemas.RichEmbedField.properties.name.maxLength',
  embedFieldValue: 'components.schemas.RichEmbedField.properties.value.maxLength',
  embedFooter: 'components.schemas.RichEmbedFooter.properties.text.maxLength',
  embedAuthor: 'components.schemas.RichEmbedAuthor.properties.name.maxLength',
  embedUrl: 'components.schemas.RichEmbed.properties.url.maxLength',
  embedColor: 'components.schemas.RichEmbed.properties.color.maximum',
  customId: 'components.schemas.ButtonComponentForMessageRequest.properties.custom_id.maxLength',
  buttonLabel: 'components.schemas.ButtonComponentForMessageRequest.properties.label.maxLength',
  buttonUrl: 'components.schemas.ButtonComponentForMessageRequest.properties.url.maxLength',
  buttonsPerRow: 'components.schemas.ActionRowComponentForMessageRequest.properties.components.maxItems',
  selectOptions: 'components.schemas.StringSelectComponentForMessageRequest.properties.options.maxItems',
  selectOptionText: 'components.schemas.StringSelectOptionForRequest.properties.label.maxLength',
  selectPlaceholder:
    'components.schemas.StringSelectComponentForMessageRequest.properties.placeholder.maxLength',
  selectValues: 'components.schemas.StringSelectComponentForMessageRequest.properties.max_values.maximum',
  textDisplay: 'components.schemas.TextDisplayComponentForMessageRequest.properties.content.maxLength',
  sectionTexts: 'components.schemas.SectionComponentForMessageRequest.properties.components.maxItems',
  galleryItems: 'components.schemas.MediaGalleryComponentForMessageRequest.properties.items.maxItems',
  mediaDescription: 'components.schemas.ThumbnailComponentForMessageRequest.properties.description.maxLength',
  modalTitle: 'components.schemas.ModalInteractionCallbackRequestData.properties.title.maxLength',
  modalLabel: 'components.schemas.LabelComponentForModalRequest.properties.label.maxLength',
  modalDescription: 'components.schemas.LabelComponentForModalRequest.properties.description.maxLength',
  modalText: 'components.schemas.TextInputComponentForModalRequest.properties.value.maxLength',
  modalPlaceholder: 'components.schemas.TextInputComponentForModalRequest.properties.placeholder.maxLength',
  modalFiles: 'components.schemas.FileUploadComponentForModalRequest.properties.max_values.maximum',
  radioOptions: 'components.schemas.RadioGroupComponentForModalRequest.properties.options.maxItems',
  radioOptionsMin: 'components.schemas.RadioGroupComponentForModalRequest.properties.options.minItems',
  checkboxOptions: 'components.schemas.CheckboxGroupComponentForModalRequest.properties.options.maxItems',
  commandName: 'components.schemas.ApplicationCommandCreateRequest.properties.name.maxLength',
  commandDescription: 'components.schemas.ApplicationCommandCreateRequest.properties.description.maxLength',
  commandOptions: 'components.schemas.ApplicationCommandCreateRequest.properties.options.maxItems',
  commandChoices: 'components.schemas.ApplicationCommandStringOption.properties.choices.maxItems',
  choiceName: 'components.schemas.ApplicationCommandOptionStringChoice.properties.name.maxLength',
  optionText: 'components.schemas.ApplicationCommandStringOption.properties.max_length.maximum',
  components: 'components.schemas.MessageCreateRequest.properties.components.maxItems',
  integer: 'components.schemas.Int53Type.maximum',
  messagesPerPage: 'paths./channels/{channel_id}/messages.get.parameters.3.schema.maximum',
}

/** Where the file states something else, and why the limit is right anyway. */
const differing: readonly (readonly [limit: Limit, path: string, inFile: number, reason: string])[] = [
  [
    'content',
    'MessageCreateRequest.properties.content.maxLength',
    4000,
    'people with Nitro write so much, bots do not: resources/message#create-message',
  ],
  [
    'choiceValue',
    'ApplicationCommandOptionStringChoice.properties.value.maxLength',
    6000,
    'interactions/application-commands#application-command-object-application-command-option-choice-structure',
  ],
  [
    'modalParts',
    'ModalInteractionCallbackRequestData.properties.components.maxItems',
    40,
    'between 1 and 5: interactions/receiving-and-responding#interaction-response-object-modal',
  ],
]

const sums = 'the file knows no sums over several places'
const counts = 'the file describes one request, not how many there may be'
const spans = 'the file describes requests, not when they may be made'
const sizes = 'the file describes JSON, not bytes'
const gateway = 'the file describes HTTP alone'

/** Limits of which the file says nothing. */
const unstated: Partial<Record<Limit, string>> = {
  nonceWindowMs: spans,
  embedText: sums,
  fileBytes: sizes,
  fileBytesTier2: sizes,
  fileBytesTier3: sizes,
  formBytes: sizes,
  requestBytes: sizes,
  fileUrlLifeMs: spans,
  componentId: 'the file states its format, int32, and no number',
  rows: 'the file allows 40 parts in all, whichever way they are laid out',
  textDisplaySum: sums,
  commandText: sums,
  chatInputCommands: 'the file counts the commands of all types together',
  messageCommands: 'the file counts the commands of all types together',
  userCommands: 'the file counts the commands of all types together',
  commandCreates: counts,
  commandCreatesWindowMs: spans,
  answerMs: spans,
  tokenLifeMs: spans,
  followUps: 'the file states no counts of requests',
  heartbeatIntervalMs: gateway,
  gatewayPayloadBytes: gateway,
  gatewaySends: gateway,
  gatewaySendsWindowMs: gateway,
  gatewaySessionLifeMs: gateway,
  identifyWindowMs: gateway,
  sessionsPerDay: gateway,
  sessionsDayMs: gateway,
  guildsPerShard: gateway,
  membersNonceBytes: gateway,
  gatewayReplay: gateway,
}

describe.runIf(isThere)('a limit is what the OpenAPI file of Discord says', () => {
  test.each(Object.entries(stated))('%s', (name, path) => {
    expect(at(path)).toBe(limits[name as Limit])
  })

  test.each(differing)('but for %s', (name, path, inFile) => {
    expect(at(`components.schemas.${path}`)).toBe(inFile)
    expect(limits[name]).toBeLessThan(inFile)
  })
})

test('every limit is either compared with the file or says why it cannot be', () => {
  const named = [...Object.keys(stated), ...differing.map(([name]) => name), ...Object.keys(unstated)]
  expect(named.toSorted()).toEqual(Object.keys(limits).toSorted())
})
