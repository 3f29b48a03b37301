package io.azureccm.common.boot.standby;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.observe.ControllerState.Phase;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a light standby serves: health, and the metrics by which instances and their leader are counted. */
record StandbyPages(StandbyTask task, StandbyState state) {
    /** The paths of probes; the paths of the actuator's groups, by their last part. */
    private static final Map<String, String> GROUPS = Map.of("/livez", "liveness", "/readyz", "readiness", "/healthz",
            "startup", "/actuator/health/liveness", "liveness", "/actuator/health/readiness", "readiness",
            "/actuator/health/startup", "startup");
    private static final Set<String> METRICS = Set.of("/metrics", "/metrics/v2", "/actuator/prometheus");
    private static final String HEALTH = "/actuator/health";
    static final int OK = 200;
    static final int UNAVAILABLE = 503;

    /** An answer: HTTP code, media type and body. */
    record Page(int code, String type, byte[] body) {
        static Page of(int code, String type, String body) {
            return new Page(code, type, body.getBytes(StandardCharsets.UTF_8));
        }
    }

    static boolean isProbe(String path) {
        return path.equals("/livez") || path.equals("/readyz") || path.equals("/healthz");
    }

    /** {@code known}: whether the client may see details. */
    Page page(String path, boolean known) {
        if (METRICS.contains(path))
            return Page.of(OK, "text/plain; version=0.0.4; charset=utf-8", metrics());
        if (path.equals(HEALTH))
            return health("", known);
        String group = GROUPS.get(path);
        return group == null ? elsewhere() : health(group, known);
    }

    private Page elsewhere() {
        ObjectNode body = JsonNodeFactory.instance.objectNode()
                .put("message", "this instance does not lead: lease " + task.lease().fullName() + " is held by "
                        + (state.holder().isEmpty() ? "nobody" : state.holder())
                        + "; while it waits with little memory, it serves health and a few metrics only");
        return Page.of(UNAVAILABLE, "application/json", body.toString());
    }

    private Page health(String group, boolean known) {
        boolean isWhole = group.isEmpty();
        boolean isUp = isWhole || group.equals("readiness") ? state.isReady() : state.isAlive();
        ObjectNode health = JsonNodeFactory.instance.objectNode().put("status", status(isUp));
        if (isWhole)
            health.putArray("groups").add("liveness").add("readiness").add("startup");
        ObjectNode components = health.putObject("components");
        if (!group.equals("readiness"))
            add(components, "loop", state.isAlive(), known, JsonNodeFactory.instance.objectNode()
                    .put("phase", Phase.STANDBY.name())
                    .put("secondsSinceTurn", state.sinceTurn().toSeconds()));
        if (isWhole || group.equals("readiness"))
            add(components, "kubernetes", state.problem().isEmpty(), known && state.problem().isPresent(),
                    JsonNodeFactory.instance.objectNode().put("cause", state.problem().orElse("")));
        if (isWhole)
            add(components, "leadership", true, known, JsonNodeFactory.instance.objectNode()
                    .put("leading", false)
                    .put("phase", Phase.STANDBY.name())
                    .put("decidedBy", "lease " + task.lease().fullName())
                    .put("holder", state.holder())
                    .put("light", true));
        return Page.of(isUp ? OK : UNAVAILABLE, "application/json", health.toString());
    }

    private static void add(ObjectNode components, String name, boolean isUp, boolean isDetailed, ObjectNode details) {
        ObjectNode component = components.putObject(name).put("status", status(isUp));
        if (isDetailed)
            component.set("details", details);
    }

    private static String status(boolean up) {
        return up ? "UP" : "DOWN";
    }

    private String metrics() {
        String phases = Stream.of(Phase.values())
                .map(each -> "controller_phase{phase=\"%s\"} %s.0\n".formatted(each, each == Phase.STANDBY ? 1 : 0))
                .collect(Collectors.joining());
        return String.format(Locale.ROOT, """
                # HELP leader_election_master_status 1 while this instance leads
                # TYPE leader_election_master_status gauge
                leader_election_master_status{name="%s"} 0.0
                # HELP controller_phase 1 for the current phase of the controller
                # TYPE controller_phase gauge
                %s# HELP controller_loop_turn_age_seconds Seconds since the last turn of the loop
                # TYPE controller_loop_turn_age_seconds gauge
                controller_loop_turn_age_seconds %.3f
                """, task.lease().name(), phases, state.sinceTurn().toMillis() / 1000.0);
    }
}
