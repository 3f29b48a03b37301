package io.azureccm.common.core.shadow;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
        json.putObject("counts")
                .put("noun", report.counts().noun())
                .put("known", report.counts().known())
                .put("compared", report.counts().compared())
                .put("comparisons", report.counts().comparisons())
                .put("checks", report.counts().checks());
        ArrayNode unexplained = json.putArray("unexplained");
        report.unexplained().forEach(each -> difference(unexplained.addObject(), each.difference(), each.since()));
        ArrayNode explained = json.putArray("explained");
        report.explained().forEach(each -> {
            ObjectNode found = difference(explained.addObject(), each.difference(), each.since());
            each.anchors().forEach(found.putArray("anchors")::add);
        });
        ArrayNode pending = json.putArray("notAtRest");
        report.pending().forEach(each -> difference(pending.addObject(), each));
        ArrayNode ended = json.putArray("ended");
        report.ended()
                .forEach(each -> difference(ended.addObject(), each.difference(), each.since()).put("until",
                        each.until().toString()));
        ArrayNode gaps = json.putArray("gaps");
        report.gaps()
                .forEach(each -> gaps.addObject()
                        .put("from", each.from().toString())
                        .put("until", each.until().map(Instant::toString).orElse(null))
                        .put("why", each.why()));
        return json;
    }

    private static ObjectNode difference(ObjectNode json, Difference difference, Instant since) {
        return difference(json, difference).put("since", since.toString());
    }

    private static ObjectNode difference(ObjectNode json, Difference difference) {
        difference.subjects().forEach(json.putArray("subjects")::add);
        json.put("resource", difference.resource())
                .put("type", difference.type())
                .put("kind", difference.kind().name())
                .put("element", difference.element())
                .put("name", difference.name())
                .put("reason", difference.reason())
                .put("text", difference.text());
        ArrayNode fields = json.putArray("fields");
        difference.fields()
                .forEach(field -> fields.addObject()
                        .put("path", field.path())
                        .put("before", field.before())
                        .put("after", field.after()));
        return json;
    }
}
