/** No limits: a test does more in a minute than people do. */
export const quickPeople = {
  REQUESTS_PER_MINUTE_PER_SERVER: '0',
  REQUESTS_PER_MINUTE_PER_MEMBER: '0',
  COMMANDS_PER_MINUTE_PER_SERVER: '0',
  COMMANDS_PER_MINUTE_PER_MEMBER: '0',
}
