import { declared } from './say.ts'

/** A kind of secret that is known by its spelling. */
interface SecretShape {
  /** With its article, declared. */
  name: string
  /** A letter before it must not make it part of a word, but may end an escape such as `\n` in JSON. */
  shape: RegExp
}

/**
 * Tokens and keys as their issuers document them, and as https://github.com/gitleaks/gitleaks finds them. Each pattern
 * is long enough that no word or sentence has it, and none takes more than linear time.
 */
export const secretShapes: readonly SecretShape[] = [
  // https://docs.discord.com/developers/reference#authentication
  { name: declared('a Discord token'), shape: /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/ },
  // https://docs.discord.com/developers/resources/webhook
  {
    name: declared('a Discord webhook'),
    shape: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{17,20}\/[\w-]{60,}/,
  },
  // https://docs.slack.dev/authentication/tokens
  {
    name: declared('a Slack token'),
    shape: /(?:xoxe\.)?xox[a-eoprs]-\d[\w-]{15,}|xapp-\d-[A-Z\d]{8,20}-\d{8,20}-[A-Za-z\d]{20,}/,
  },
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  {
    name: declared('a Slack webhook'),
    shape: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers|commands|actions)\/[\w/]{20,}/,
  },
  // https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats
  { name: declared('a GitHub token'), shape: /gh[oprsu]_[A-Za-z\d]{36,}|github_pat_\w{60,}/ },
  // https://docs.gitlab.com/security/tokens
  {
    name: declared('a GitLab token'),
    shape: /gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-[\w-]{20,}/,
  },
  // https://docs.npmjs.com/about-access-tokens
  { name: declared('an npm token'), shape: /npm_[A-Za-z\d]{36,}/ },
  { name: declared('a PyPI token'), shape: /pypi-AgE[\w-]{50,}/ },
  { name: declared('an Anthropic key'), shape: /(?<![^\\][A-Za-z]|^[A-Za-z])sk-ant-[\w-]{20,}/ },
  {
    name: declared('an OpenAI key'),
    shape: /(?<![^\\][A-Za-z]|^[A-Za-z])sk-(?:proj|svcacct|admin)-[\w-]{20,}/,
  },
  // OpenAI's older keys, and those of services that write theirs alike.
  {
    name: declared('an API key'),
    shape: /(?<![^\\][A-Za-z]|^[A-Za-z])sk-(?:or-v1-)?[A-Za-z\d]{32,}/,
  },
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  {
    name: declared('an AWS access key'),
    shape: /(?<![A-Z\d])A(?:KI|SI|BI|CC)A(?=[A-Z]{0,15}[2-7])[A-Z2-7]{16}(?![A-Z\d])/,
  },
  // https://cloud.google.com/docs/authentication/api-keys
  {
    name: declared('a Google key'),
    shape: /AIza[\w-]{35}|GOCSPX-[\w-]{28}|ya29\.[\w-]{30,}/,
  },
  // https://docs.stripe.com/keys
  {
    name: declared('a Stripe key'),
    shape: /(?<![^\\][A-Za-z]|^[A-Za-z])(?:[rs]k_(?:live|prod|test)_[A-Za-z\d]{16,}|whsec_[A-Za-z\d+/]{24,})/,
  },
  { name: declared('a Hugging Face token'), shape: /(?<![^\\][A-Za-z]|^[A-Za-z])hf_[A-Za-z]{34,}/ },
  { name: declared('a SendGrid key'), shape: /SG\.[\w-]{20,24}\.[\w-]{39,}/ },
  // https://core.telegram.org/bots/api#authorizing-your-bot
  { name: declared('a Telegram token'), shape: /\d{8,10}:AA[\w-]{33,}/ },
  { name: declared('a DigitalOcean token'), shape: /do[opr]_v1_[a-f\d]{64}/ },
  { name: declared('a Shopify token'), shape: /shp(?:at|ca|pa|ss)_[A-Fa-f\d]{32}/ },
  // https://www.rfc-editor.org/rfc/rfc7468
  {
    name: declared('a private key'),
    shape: /-----BEGIN[ A-Z\d]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\w\s+/=:,.()-]|\\[nrt])*/,
  },
  // https://www.rfc-editor.org/rfc/rfc7519#section-3.1
  { name: declared('a web token (JWT)'), shape: /eyJ[\w-]{10,300}\.eyJ[\w-]{10,}(?:\.[\w-]*)?/ },
]

/** All of them, to find whether a text has any, or to mask it. */
export const anySecret = new RegExp(secretShapes.map(({ shape }) => shape.source).join('|'), 'g')
