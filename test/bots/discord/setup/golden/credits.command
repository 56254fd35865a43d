{
  "type": 1,
  "name": "credits",
  "description": "See how many credits you have left",
  "options": [],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
