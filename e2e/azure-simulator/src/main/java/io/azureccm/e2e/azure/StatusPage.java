package io.azureccm.e2e.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.calls.Counters;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A small HTML page with the contents of the simulator and the last calls. */
record StatusPage(AzureSimulator simulator) {
    static final String HELP = """
            Control API of the Azure simulator
              GET    /_sim/state               every resource by ID, as returned by a GET
              GET    /_sim/calls?last=50       calls, oldest first;  DELETE clears them
              GET    /_sim/counters            reads, writes, polls, tokens, metadata, by verb and type;  DELETE resets
              GET    /_sim/operations          long-running operations
              GET    /_sim/problems            inconsistencies; empty if there are none
              POST   /_sim/seed                a list of ARM resources, or {"infrastructure": {...}, "resources": [...]}
              GET, POST, DELETE /_sim/faults   faults; DELETE /_sim/faults/{id} removes one
              PUT    /_sim/latencies           {"mode": "operation|reply", "timeScale": 1, "rules": [...]}
              POST   /_sim/power?id=&state=    power state of a machine
              POST   /_sim/remove?id=          removes a resource
              POST   /_sim/scale?id=&count=    scales a scale set
              POST   /_sim/edit?id=            merges the body into a resource
              POST   /_sim/health?address=&answers=   sets whether an address responds to probes
              GET    /_sim/flows?id=&port=&count=     new flows to a load balancer, by address
              PUT    /_sim/snapshots/{name}    saves the state;  POST /_sim/restore/{name} restores it
              GET    /_sim/ca.pem              certificate to trust;  GET /_sim/token returns a bearer token
            """;
    private static final int LAST_CALLS = 40;

    String html() {
        StringBuilder html = new StringBuilder("""
                <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Azure simulator</title>
                <style>body{font:14px/1.4 system-ui,sans-serif;margin:2em;max-width:75em}table{border-collapse:collapse}
                td,th{padding:.15em .8em .15em 0;text-align:left;vertical-align:top}pre{background:#f4f4f4;padding:1em}
                .bad{color:#b00}</style></head><body><h1>Azure simulator</h1>
                """);
        Counters counters = simulator.calls().counters();
        html.append("<p>ARM: ")
                .append(simulator.url())
                .append(" and ")
                .append(simulator.httpUrl())
                .append("<br>")
                .append(counters.reads())
                .append(" reads, ")
                .append(counters.writes())
                .append(" writes, ")
                .append(counters.polls())
                .append(" polls, ")
                .append(counters.throttled())
                .append(" throttled, ")
                .append(counters.failed())
                .append(" failed, ")
                .append(simulator.runningOperations())
                .append(" operations running</p>");
        simulator.problems()
                .forEach(
                        problem -> html.append("<p class=bad>").append(escape(problem)).append("</p>"));
        resources(html);
        calls(html);
        return html.append("<h2>Control</h2><pre>").append(escape(HELP)).append("</pre></body></html>").toString();
    }

    private void resources(StringBuilder html) {
        Map<String, List<String>> byType = new TreeMap<>();
        simulator.state()
                .forEach((id, resource) -> byType
                        .computeIfAbsent(Json.textOr(resource, "", "type"), ignored -> new ArrayList<>())
                        .add(line(resource)));
        html.append("<h2>Resources</h2><table>");
        byType.forEach((type, lines) -> html.append("<tr><th>")
                .append(escape(type))
                .append("</th><td>")
                .append(String.join("<br>", lines))
                .append("</td></tr>"));
        html.append("</table><p><a href=\"/_sim/state\">all as JSON</a></p>");
    }

    private static String line(JsonNode resource) {
        StringBuilder line = new StringBuilder(escape(Json.name(resource)));
        JsonNode properties = resource.path("properties");
        Json.text(properties, "ipAddress").ifPresent(address -> line.append(' ').append(escape(address)));
        count(line, properties, "frontendIPConfigurations", "frontends");
        count(line, properties, "loadBalancingRules", "rules");
        count(line, properties, "securityRules", "rules");
        count(line, properties, "routes", "routes");
        Json.text(resource, "sku", "capacity").ifPresent(count -> line.append(", ").append(count).append(" instances"));
        String state = Json.textOr(properties, "", "provisioningState");
        return state.isEmpty() || state.equals("Succeeded") ? line.toString() : line + " <b>" + state + "</b>";
    }

    private static void count(StringBuilder line, JsonNode properties, String member, String what) {
        if (properties.has(member)) {
            line.append(", ").append(properties.get(member).size()).append(' ').append(what);
        }
    }

    private void calls(StringBuilder html) {
        html.append("<h2>Last calls</h2><pre>");
        simulator.calls()
                .last(LAST_CALLS)
                .reversed()
                .forEach(call -> html.append(escape(call.line())).append('\n'));
        html.append("</pre><p><a href=\"/_sim/calls\">calls</a>, <a href=\"/_sim/counters\">counters</a></p>");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
