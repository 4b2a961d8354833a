from langsmith import Client, traceable
from langsmith.schemas import Attachment
from langsmith.wrappers import wrap_openai
from openai import OpenAI

import steps

langsmith = Client()
client = wrap_openai(OpenAI())


@traceable(name="look", run_type="tool", client=langsmith)
def look(picture: Attachment, sound: Attachment, document: Attachment):
    return "seen"


@traceable(name="support", run_type="chain", client=langsmith)
def support(question):
    look(
        Attachment(mime_type="image/png", data=steps.PICTURE),
        Attachment(mime_type="audio/wav", data=steps.SOUND),
        Attachment(mime_type="application/pdf", data=steps.DOCUMENT),
    )
    steps.shown(client)
    return "answered"


support(steps.QUESTION)
langsmith.flush()
