/**
 * What Discord allows, in one table. Commands:
 * https://docs.discord.com/developers/interactions/application-commands Buttons and forms:
 * https://docs.discord.com/developers/components/reference Messages and embeds:
 * https://docs.discord.com/developers/resources/message Files:
 * https://docs.discord.com/developers/reference#uploading-files
 */
export const limits = {
  messageCommands: 15,
  description: 100,
  choices: 25,
  choiceName: 100,
  commandName: 32,
  choiceValue: 100,
  optionText: 6000,
  content: 2000,
  embedDescription: 4096,
  embedFields: 25,
  embedFieldName: 256,
  embedFieldValue: 1024,
  embedTotal: 6000,
  embeds: 10,
  files: 10,
  fileDescription: 1024,
  answerFileBytes: 10 * 1024 * 1024,
  requestBytes: 25 * 1024 * 1024,
  nonce: 25,
  customId: 100,
  buttonLabel: 80,
  buttonsPerRow: 5,
  rows: 5,
  modalTitle: 45,
  modalParts: 5,
  modalLabel: 45,
  modalDescription: 100,
  modalPlaceholder: 100,
  modalText: 4000,
  selectOptions: 25,
  selectOptionText: 100,
  selectPlaceholder: 150,
} as const

/**
 * For this long after the first attempt, posting with the same nonce certainly returns the same message.
 * Discord says "the past few minutes"; this is under two, because requests take a while.
 */
export const nonceMs = 90_000
