/**
 * What Discord allows, in one table.
 * Commands: https://docs.discord.com/developers/interactions/application-commands
 * Buttons and forms: https://docs.discord.com/developers/components/reference
 * Messages and embeds: https://docs.discord.com/developers/resources/message
 * Files: https://docs.discord.com/developers/reference#uploading-files
 */
export const limits = {
  commandName: 32,
  description: 100,
  options: 25,
  choices: 25,
  choiceName: 100,
  choiceValue: 100,
  optionText: 6000,
  content: 2000,
  embedTitle: 256,
  embedDescription: 4096,
  embedFields: 25,
  embedFieldName: 256,
  embedFieldValue: 1024,
  embedTotal: 6000,
  files: 10,
  fileDescription: 1024,
  requestBytes: 25 * 1024 * 1024,
  nonce: 25,
  customId: 100,
  modalTitle: 45,
  modalParts: 5,
  modalLabel: 45,
  modalDescription: 100,
  modalText: 4000,
  selectOptions: 25,
  selectOptionText: 100,
  selectPlaceholder: 150,
} as const

/** Shortens to `max` characters (UTF-16 units, as Discord counts) and shows the cut. Never splits a character. */
export const shortened = (text: string, max: number): string => {
  if (text.length <= max) return text
  if (max < 1) return ''
  let end = max - 1
  if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1
  return `${text.slice(0, end)}…`
}
