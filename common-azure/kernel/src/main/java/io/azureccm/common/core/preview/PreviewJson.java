package io.azureccm.common.core.preview;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.shared.RecordJson;
import io.azureccm.common.core.text.PlanJson;
import io.azureccm.common.core.text.PlanNumbers;

/** A preview as JSON, for programs; {@code format} is increased when a field changes its meaning. */
public final class PreviewJson {
    private static final int FORMAT = 1;

    private PreviewJson() {}

    public static ObjectNode of(Preview preview, ExitCode exit) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("format", FORMAT).put("exitCode", exit.code()).put("result", exit.name());
        ObjectNode summary = json.putObject("summary");
        summary.put("text", PreviewText.summary(preview))
                .put("noun", preview.noun())
                .put("known", preview.known().size())
                .put("writes", preview.writes());
        preview.changed().forEach(summary.putArray("changed")::add);
        preview.refused().forEach(summary.putArray("refused")::add);
        var kinds = summary.putArray("kinds");
        ChangeKind.in(preview).forEach(kind -> kinds.add(kind.word()));
        ChangeKind.addressChanges(preview).forEach(summary.putArray("addressChanges")::add);
        ObjectNode plan = PlanJson.of(preview.plan(), PlanNumbers.NONE);
        plan.remove("basis");
        plan.remove("number");
        json.set("plan", plan);
        var limits = json.putArray("limits");
        preview.limits()
                .forEach(use -> limits
                        .add(RecordJson.of(use).put("near", use.isNear()).put("exceeded", use.isExceeded())));
        preview.unread().forEach(json.putArray("unread")::add);
        return json;
    }
}
