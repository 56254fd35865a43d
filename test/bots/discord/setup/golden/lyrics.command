{
  "type": 1,
  "name": "lyrics",
  "description": "Write lyrics for a theme",
  "options": [
    {
      "name": "theme",
      "description": "What the words are about; ask again for others",
      "required": true,
      "type": 3,
      "max_length": 1000
    },
    {
      "name": "seen_by",
      "description": "Who sees it; with \"Only me\" it comes to your direct messages",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everybody here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
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
