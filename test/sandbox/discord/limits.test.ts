import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../sandbox/discord/limits.ts'

/** Where Discord's OpenAPI file lies; it is not part of the project. https://github.com/discord/discord-api-spec */
const specFile = process.env.TEST_DISCORD_OPENAPI
const isThere = specFile !== undefined
const spec: unknown = isThere ? JSON.parse(readFileSync(specFile, 'utf8')) : undefined

const at = (path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], spec)

/** A limit's name, the schema and property that state it, and the keyword. */
const stated: readonly [keyof typeof limits, string][] = [
  ['content', 'IncomingWebhookUpdateRequestPartial.properties.content.maxLength'],
  ['embeds', 'MessageCreateRequest.properties.embeds.maxItems'],
  ['files', 'MessageCreateRequest.properties.attachments.maxItems'],
  ['nonce', 'MessageCreateRequest.properties.nonce.oneOf.1.maxLength'],
  ['fileDescription', 'MessageAttachmentRequest.properties.description.maxLength'],
  ['fileName', 'MessageAttachmentRequest.properties.filename.maxLength'],
  ['fileTitle', 'MessageAttachmentRequest.properties.title.maxLength'],
  ['waveform', 'MessageAttachmentRequest.properties.waveform.maxLength'],
  ['allowedMentionIds', 'MessageAllowedMentionsRequest.properties.users.maxItems'],
  ['embedTitle', 'RichEmbed.properties.title.maxLength'],
  ['embedDescription', 'RichEmbed.properties.description.maxLength'],
  ['embedFields', 'RichEmbed.properties.fields.maxItems'],
  ['embedFieldName', 'RichEmbedField.properties.name.maxLength'],
  ['embedFieldValue', 'RichEmbedField.properties.value.maxLength'],
  ['embedFooter', 'RichEmbedFooter.properties.text.maxLength'],
  ['embedAuthor', 'RichEmbedAuthor.properties.name.maxLength'],
  ['embedUrl', 'RichEmbed.properties.url.maxLength'],
  ['embedColor', 'RichEmbed.properties.color.maximum'],
  ['customId', 'ButtonComponentForMessageRequest.properties.custom_id.maxLength'],
  ['buttonLabel', 'ButtonComponentForMessageRequest.properties.label.maxLength'],
  ['buttonUrl', 'ButtonComponentForMessageRequest.properties.url.maxLength'],
  ['buttonsPerRow', 'ActionRowComponentForMessageRequest.properties.components.maxItems'],
  ['selectOptions', 'StringSelectComponentForMessageRequest.properties.options.maxItems'],
  ['selectOptionText', 'StringSelectOptionForRequest.properties.label.maxLength'],
  ['selectPlaceholder', 'StringSelectComponentForMessageRequest.properties.placeholder.maxLength'],
  ['selectValues', 'StringSelectComponentForMessageRequest.properties.max_values.maximum'],
  ['textDisplay', 'TextDisplayComponentForMessageRequest.properties.content.maxLength'],
  ['sectionTexts', 'SectionComponentForMessageRequest.properties.components.maxItems'],
  ['galleryItems', 'MediaGalleryComponentForMessageRequest.properties.items.maxItems'],
  ['mediaDescription', 'ThumbnailComponentForMessageRequest.properties.description.maxLength'],
  ['modalTitle', 'ModalInteractionCallbackRequestData.properties.title.maxLength'],
  ['modalLabel', 'LabelComponentForModalRequest.properties.label.maxLength'],
  ['modalDescription', 'LabelComponentForModalRequest.properties.description.maxLength'],
  ['modalText', 'TextInputComponentForModalRequest.properties.value.maxLength'],
  ['modalPlaceholder', 'TextInputComponentForModalRequest.properties.placeholder.maxLength'],
  ['modalFiles', 'FileUploadComponentForModalRequest.properties.max_values.maximum'],
  ['radioOptions', 'RadioGroupComponentForModalRequest.properties.options.maxItems'],
  ['radioOptionsMin', 'RadioGroupComponentForModalRequest.properties.options.minItems'],
  ['checkboxOptions', 'CheckboxGroupComponentForModalRequest.properties.options.maxItems'],
  ['commandName', 'ApplicationCommandCreateRequest.properties.name.maxLength'],
  ['commandDescription', 'ApplicationCommandCreateRequest.properties.description.maxLength'],
  ['commandOptions', 'ApplicationCommandCreateRequest.properties.options.maxItems'],
  ['commandChoices', 'ApplicationCommandStringOption.properties.choices.maxItems'],
  ['choiceName', 'ApplicationCommandOptionStringChoice.properties.name.maxLength'],
  ['optionText', 'ApplicationCommandStringOption.properties.max_length.maximum'],
]

describe.runIf(isThere)('a limit is what the OpenAPI file of Discord says', () => {
  test.each(stated)('%s', (name, path) => {
    expect(at(`components.schemas.${path}`)).toBe(limits[name])
  })
})

test('a plain message of a bot is held to 2000 letters, though the file says 4000 for people with Nitro', () => {
  expect(limits.content).toBe(2000)
  if (isThere) expect(at('components.schemas.MessageCreateRequest.properties.content.maxLength')).toBe(4000)
})
