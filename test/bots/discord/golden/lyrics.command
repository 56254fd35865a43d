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
