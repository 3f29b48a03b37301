package io.azureccm.common.core.shadow;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.shared.RecordJson;
import java.time.Instant;

/** A report as JSON, for programs; {@code format} is increased when a field changes its meaning. */
public final class ShadowJson {
    private static final int FORMAT = 1;

    private ShadowJson() {}

    public static ObjectNode of(ShadowReport report) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("format", FORMAT)
                .put("verdict", report.verdict().name())
                .put("why", report.why())
                .put("summary", ShadowText.summary(report))
                .put("since", report.since().toString())
                .put("at", report.at().toString())
                .put("unbroken", report.unbroken().map(Instant::toString).orElse(null));
        json.set("counts", RecordJson.of(report.counts()));
        ArrayNode unexplained = json.putArray("unexplained");
        report.unexplained().forEach(each -> unexplained.add(difference(each.difference(), each.since())));
        ArrayNode explained = json.putArray("explained");
        report.explained().forEach(each -> {
            ObjectNode found = difference(each.difference(), each.since());
            each.anchors().forEach(found.putArray("anchors")::add);
            explained.add(found);
        });
        ArrayNode pending = json.putArray("notAtRest");
        report.pending().forEach(each -> pending.add(difference(each)));
        ArrayNode ended = json.putArray("ended");
        report.ended()
                .forEach(each -> ended.add(difference(each.difference(), each.since())
                        .put("until", each.until().toString())));
        ArrayNode gaps = json.putArray("gaps");
        report.gaps().forEach(each -> gaps.add(RecordJson.of(each)));
        return json;
    }

    private static ObjectNode difference(Difference difference, Instant since) {
        return difference(difference).put("since", since.toString());
    }

    private static ObjectNode difference(Difference difference) {
        return RecordJson.of(difference).put("text", difference.text()).without("key");
    }
}
