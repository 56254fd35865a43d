{
  "type": 1,
  "name": "voices",
  "description": "Browse the voices and choose a default",
  "options": [
    {
      "name": "name",
      "description": "Only voices whose name has this in it; all, if left out",
      "required": false,
      "type": 3,
      "max_length": 40
    },
    {
      "name": "page",
      "description": "Which ten of them; the first, if left out",
      "required": false,
      "type": 4,
      "min_value": 1,
      "max_value": 999
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
