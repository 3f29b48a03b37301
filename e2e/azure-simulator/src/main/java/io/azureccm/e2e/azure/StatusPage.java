package io.azureccm.e2e.azure;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.calls.Counters;
import io.azureccm.e2e.azure.wire.Json;
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
        Counters counters = simulator.calls().counters();
        String problems = simulator.problems()
                .stream()
                .map(problem -> "<p class=bad>" + escape(problem) + "</p>")
                .collect(joining());
        String resources = simulator.state()
                .values()
                .stream()
                .collect(groupingBy(each -> Json.textOr(each, "", "type"), TreeMap::new,
                        mapping(StatusPage::line, joining("<br>"))))
                .entrySet()
                .stream()
                .map(each -> "<tr><th>" + escape(each.getKey()) + "</th><td>" + each.getValue() + "</td></tr>")
                .collect(joining());
        String calls = simulator.calls()
                .last(LAST_CALLS)
                .reversed()
                .stream()
                .map(call -> escape(call.line()) + "\n")
                .collect(joining());
        return """
                <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Azure simulator</title>
                <style>body{font:14px/1.4 system-ui,sans-serif;margin:2em;max-width:75em}table{border-collapse:collapse}
                td,th{padding:.15em .8em .15em 0;text-align:left;vertical-align:top}pre{background:#f4f4f4;padding:1em}
                .bad{color:#b00}</style></head><body><h1>Azure simulator</h1>
                <p>ARM: %s and %s<br>%d reads, %d writes, %d polls, %d throttled, %d failed, %d operations running</p>%s
                <h2>Resources</h2><table>%s</table><p><a href="/_sim/state">all as JSON</a></p>
                <h2>Last calls</h2><pre>%s</pre><p><a href="/_sim/calls">calls</a>, <a href="/_sim/counters">counters</a></p>
                <h2>Control</h2><pre>%s</pre></body></html>
                """
                .formatted(simulator.url(), simulator.httpUrl(), counters.reads(), counters.writes(),
                        counters.polls(), counters.throttled(), counters.failed(), simulator.runningOperations(),
                        problems,
                        resources, calls, escape(HELP));
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
        if (properties.has(member))
            line.append(", ").append(properties.get(member).size()).append(' ').append(what);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
