"""Dify's own tracing code, without its services: its models in a database of SQLite, its trace task, and the class of one
tracing provider. The trace passes through JSON between them, as it does on its way to Dify's worker."""

import json
import os
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

FOLDER = Path(os.environ["DIFY_FOLDER"])
os.chdir(FOLDER)
sys.path[:0] = [str(FOLDER), *map(str, FOLDER.glob("providers/trace/*/src"))]

from core.ops.entities.trace_entity import TaskData, TraceTaskName, trace_info_info_map
from core.ops.ops_trace_manager import TraceTask, provider_config_map
from dify_app import DifyApp
from extensions.ext_database import db
from graphon.entities import WorkflowExecution
from models import Account, App, Conversation, EndUser, Message, Tenant, TenantAccountJoin, WorkflowRun
from models.workflow import WorkflowNodeExecutionModel

QUESTION = "What is the capital of France?"
ANSWER = "Paris is the capital of France."
PROVIDER = os.environ["DIFY_PROVIDER"]
CONFIG = json.loads(os.environ["DIFY_PROVIDER_CONFIG"])
BEGAN = (datetime.now(UTC) - timedelta(minutes=1)).replace(tzinfo=None)


def at(seconds):
    return BEGAN + timedelta(seconds=seconds)


def uuid():
    return str(uuid4())


def stored(row):
    db.session.add(row)
    db.session.commit()
    return row


def node(run, index, node_type, title, **data):
    texts = {key: json.dumps(value) for key, value in data.items()}
    return WorkflowNodeExecutionModel(
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        workflow_id=run.workflow_id,
        triggered_from="workflow-run",
        workflow_run_id=run.id,
        index=index,
        node_execution_id=uuid(),
        node_id=f"node-{index}",
        node_type=node_type,
        title=title,
        status="succeeded",
        elapsed_time=0.8,
        created_at=at(index),
        finished_at=at(index + 0.8),
        created_by_role="end_user",
        created_by=run.created_by,
        **texts,
    )


class Workspace:
    """What an installation has before anyone asks something."""

    def __init__(self):
        self.tenant = stored(Tenant(name="Support"))
        self.account = stored(Account(name="Ada", email="ada@example.com"))
        stored(TenantAccountJoin(tenant_id=self.tenant.id, account_id=self.account.id, current=True))

    def app(self, mode):
        app = App(tenant_id=self.tenant.id, name="Support", mode=mode, enable_site=True, enable_api=True)
        app.created_by = self.account.id
        return stored(app)

    def message(self, app, **more):
        user = stored(EndUser(tenant_id=self.tenant.id, app_id=app.id, type="service-api", session_id="user-7"))
        source = {"app_id": app.id, "from_source": "api", "from_end_user_id": user.id}
        conversation = stored(Conversation(mode=app.mode, name="Capital", _inputs={}, **source))
        return stored(
            Message(
                conversation_id=conversation.id,
                _inputs={},
                query=QUESTION,
                answer=ANSWER,
                message_unit_price=0,
                answer_unit_price=0,
                currency="USD",
                provider_response_latency=0.8,
                created_at=at(0),
                updated_at=at(4),
                **source,
                **more,
            )
        )


def chat(workspace):
    """A message of a simple chat, with the price that Dify knows."""
    message = workspace.message(
        workspace.app("chat"),
        model_provider="langgenius/openai/openai",
        model_id="gpt-5-mini",
        message=[{"role": "user", "text": QUESTION}],
        message_tokens=1184,
        answer_tokens=145,
        total_price=0.0042,
    )
    return TraceTask(TraceTaskName.MESSAGE_TRACE, message_id=message.id)


def chatflow(workspace):
    """A message that a workflow answers: a model and a tool."""
    app = workspace.app("advanced-chat")
    run = stored(
        WorkflowRun(
            tenant_id=app.tenant_id,
            app_id=app.id,
            workflow_id=uuid(),
            type="chat",
            triggered_from="app-run",
            version="2026-08-21",
            inputs=json.dumps({"sys.query": QUESTION}),
            outputs=json.dumps({"answer": ANSWER}),
            status="succeeded",
            elapsed_time=4,
            total_tokens=1201,
            created_by_role="end_user",
            created_by=uuid(),
            created_at=at(0),
            finished_at=at(4),
        )
    )
    usage = {"prompt_tokens": 1184, "completion_tokens": 17, "total_tokens": 1201, "time_to_first_token": 0.25}
    asked = {
        "model_mode": "chat",
        "model_provider": "langgenius/openai/openai",
        "model_name": "gpt-4o-mini",
        "prompts": [{"role": "user", "text": QUESTION, "files": []}],
        "usage": usage,
    }
    said = {"text": ANSWER, "usage": usage, "finish_reason": "stop"}
    stored(node(run, 1, "llm", "LLM", process_data=asked, outputs=said, execution_metadata={"total_tokens": 1201}))
    stored(node(run, 2, "tool", "get_weather", inputs={"city": "Paris"}, outputs={"text": "21 degrees and sunny"}))
    message = workspace.message(app, message=[], workflow_run_id=run.id)
    execution = WorkflowExecution(
        id_=run.id,
        workflow_id=run.workflow_id,
        workflow_version=run.version,
        workflow_type="chat",
        graph={},
        inputs={},
        total_tokens=1201,
        started_at=at(0),
    )
    return TraceTask(
        TraceTaskName.WORKFLOW_TRACE,
        workflow_execution=execution,
        conversation_id=message.conversation_id,
        user_id="user-7",
    )


def as_worker_reads(trace_info):
    """As `process_trace_tasks` of Dify reads what the API process has written."""
    kind = type(trace_info).__name__
    written = TaskData(app_id="app", trace_info_type=kind, trace_info=trace_info.model_dump()).model_dump_json()
    read = json.loads(written)["trace_info"]
    if read.get("message_data"):
        read["message_data"] = Message.from_dict(data=read["message_data"])
    if read.get("workflow_data"):
        read["workflow_data"] = WorkflowRun.from_dict(data=read["workflow_data"])
    return trace_info_info_map[kind](**read)


with tempfile.TemporaryDirectory() as folder:
    flask = DifyApp("dify")
    flask.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{folder}/dify.db"
    db.init_app(flask)
    with flask.app_context():
        db.metadata.create_all(db.engine)
        workspace = Workspace()
        entry = provider_config_map[PROVIDER]
        # Without the check of the address: Dify lets LangSmith's be https only.
        provider = entry["trace_instance"](entry["config_class"].model_construct(**CONFIG))
        # What the settings page does before it stores the values.
        assert provider.api_check()
        for task in (chatflow(workspace), chat(workspace)):
            provider.trace(as_worker_reads(task.execute()))
        db.session.remove()
        db.engine.dispose()
