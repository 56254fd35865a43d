import { z } from 'zod'
import { limits } from '../limits.ts'
import { complain, text, webUrl } from './problems.ts'

/** Text that is shown as it is. https://docs.slack.dev/reference/block-kit/composition-objects/text-object */
export const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: text(max), emoji: z.boolean().optional() })

/** Text with Slack's own markup. */
export const mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: text(max), verbatim: z.boolean().optional() })

/** Text of either kind. */
export const anyText = (max: number) => z.discriminatedUnion('type', [plainText(max), mrkdwn(max)])

export type AnyText = z.output<ReturnType<typeof anyText>>

/** https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object */
export const confirm = z.strictObject({
  title: plainText(limits.confirmTitle),
  text: anyText(limits.confirmText),
  confirm: plainText(limits.confirmButton),
  deny: plainText(limits.confirmButton),
  style: z.enum(['primary', 'danger']).optional(),
})

const optionFields = {
  value: text(limits.optionText),
  description: anyText(limits.optionText).optional(),
}

/** An entry of a menu. https://docs.slack.dev/reference/block-kit/composition-objects/option-object */
export const option = z.strictObject({ ...optionFields, text: plainText(limits.optionText) })

/** An entry of radio buttons or checkboxes, which may hold markup. */
export const markedOption = z.strictObject({ ...optionFields, text: anyText(limits.optionText) })

/** An entry of an overflow menu, which may lead somewhere. */
export const linkingOption = z.strictObject({
  ...optionFields,
  text: plainText(limits.optionText),
  url: webUrl(limits.linkUrl).optional(),
})

export type Option = z.output<typeof markedOption>

/** https://docs.slack.dev/reference/block-kit/composition-objects/option-group-object */
export const optionGroup = z.strictObject({
  label: plainText(limits.optionGroupLabel),
  options: z.array(option).min(1).max(limits.selectOptions),
})

/** https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object */
const slackFile = z
  .strictObject({ id: text(255).optional(), url: webUrl(limits.imageUrl).optional() })
  .superRefine(({ id, url }, context) => {
    if ((id === undefined) === (url === undefined))
      complain(context, 'must provide exactly one of id and url')
  })

/** Where a picture comes from: an address, or a file in Slack. */
export const pictureSource = {
  image_url: webUrl(limits.imageUrl).optional(),
  slack_file: slackFile.optional(),
}

type PictureSource = { image_url?: string | undefined; slack_file?: unknown }

/** A picture comes from one place. */
export const checkPictureSource = (
  { image_url, slack_file }: PictureSource,
  context: z.RefinementCtx,
): void => {
  if ((image_url === undefined) === (slack_file === undefined))
    complain(context, 'must provide exactly one of image_url and slack_file')
}
