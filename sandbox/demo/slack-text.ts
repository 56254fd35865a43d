/**
 * Slack's names of the signs that Tunesmith puts before a message.
 * https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
const signs: Readonly<Record<string, string>> = {
  hourglass_flowing_sand: '⏳',
  white_check_mark: '✅',
  warning: '⚠️',
}

/**
 * A text as Slack shows it. Names, escapes and moments are words already where people's messages are read;
 * what is left is the sign at the beginning of a line.
 */
export const asShownInSlack = (text: string): string =>
  text.replaceAll(/^:(\w+):/gm, (written, name: string) => signs[name] ?? written)
