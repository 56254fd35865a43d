{
  "type": 1,
  "name": "lyrics",
  "description": "Write lyrics about a theme",
  "options": [
    {
      "name": "theme",
      "description": "What the lyrics are about",
      "required": true,
      "type": 3,
      "max_length": 1000
    },
    {
      "name": "seen_by",
      "description": "Who sees it (\"Only me\" goes to your direct messages)",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everyone here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
    },
    {
      "name": "spoiler",
      "description": "Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)",
      "required": false,
      "type": 5
    }
  ],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
