package io.azureccm.e2e.playground.latency;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.playground.latency.Measured.Run;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The measurements, as text of at most 120 columns and as JSON. */
public record LatencyTable(List<Measured> rows) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int WIDTH = 120;
    private static final String INDENT = "    ";

    public String text() {
        StringBuilder text = new StringBuilder("%-41s %7s %6s %5s %5s %5s %6s %6s  %s%n".formatted("", "seconds",
                "limit", "ratio", "aim", "reads", "writes", "LB+NSG", "aims"));
        rows.forEach(row -> text.append(line(row)));
        text.append(
                """

                        Seconds: from the change in the cluster until the address is in the status or the Service is gone. Reads, writes:
                        calls to ARM until there are no more; LB+NSG: writes of the load balancer and the security group. Several runs:
                        median of seconds and reads, maximum of writes. Limit: the critical path of the writes, the lower bound for any
                        controller:
                        """);
        rows.forEach(row -> text.append(path(row)));
        return text.toString();
    }

    public String json() {
        ObjectNode all = JSON.createObjectNode();
        ArrayNode scenarios = all.putArray("scenarios");
        rows.forEach(row -> scenarios.add(object(row)));
        return all.toPrettyString() + "\n";
    }

    private static String line(Measured row) {
        String aim = row.scenario()
                .aims()
                .stream()
                .filter(each -> each.figure().isTime())
                .map(LatencyTarget::text)
                .findFirst()
                .orElse("-");
        return String.format(Locale.ROOT, "%-41s %7.2f %6.2f %5.2f %5s %5d %6d %6d  %s%n", row.scenario().title(),
                Seconds.of(row.median()), Seconds.of(row.scenario().path().time()), row.ratio(), aim, row.reads(),
                row.max(run -> run.calls().writes()), row.max(Run::sharedWrites), verdict(row));
    }

    private static String verdict(Measured row) {
        return row.missed().isEmpty()
                ? "met"
                : row.missed()
                        .stream()
                        .map(aim -> aim.figure().word())
                        .collect(Collectors.joining(", ", "missed: ", ""));
    }

    /** The writes in order, wrapped at spaces. */
    private static String path(Measured row) {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder("  " + row.scenario().title() + ":");
        for (String word : row.scenario().path().text().split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                text.append(line).append(System.lineSeparator());
                line = new StringBuilder(INDENT + word);
            } else {
                line.append(' ').append(word);
            }
        }
        return text.append(line).append(System.lineSeparator()).toString();
    }

    private static ObjectNode object(Measured row) {
        ObjectNode object = JSON.createObjectNode()
                .put("title", row.scenario().title())
                .put("medianSeconds", Seconds.of(row.median()))
                .put("limitSeconds", Seconds.of(row.scenario().path().time()))
                .put("limit", row.scenario().path().text())
                .put("ratio", row.ratio());
        ArrayNode runs = object.putArray("runs");
        row.runs()
                .forEach(run -> runs.addObject()
                        .put("seconds", Seconds.of(run.time()))
                        .put("reads", run.calls().reads())
                        .put("writes", run.calls().writes())
                        .put("loadBalancerAndSecurityGroupWrites", run.sharedWrites())
                        .set("calls", run.calls().json()));
        ArrayNode aims = object.putArray("aims");
        row.scenario()
                .aims()
                .forEach(aim -> aims.addObject()
                        .put("figure", aim.figure().word())
                        .put("max", aim.max())
                        .put("met", aim.isMet(row)));
        return object;
    }
}
