package io.azureccm.e2e.suite.apps.handover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.RunningApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An app with {@code --shadow} that looks often, and what it says. */
record RunningShadow(RunningApp app) implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> QUICK = List.of("--shadow", "--azureccm.shadow.interval=200ms",
            "--azureccm.shadow.observe=2s");

    static RunningShadow start(App app, List<String> flags, Map<String, String> environment) {
        return start(app, flags, environment, "500ms");
    }

    /** {@code settle}: how long something must have been unchanged before it is compared. */
    static RunningShadow start(App app, List<String> flags, Map<String, String> environment, String settle) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(QUICK);
        all.add("--azureccm.shadow.settle=" + settle);
        return new RunningShadow(RunningApp.start(app, all, environment));
    }

    /** The report as JSON. */
    JsonNode report() {
        try {
            return JSON.readTree(app.get("/shadow").body());
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    String verdict() {
        return report().path("verdict").asText();
    }

    String text() {
        return app.get("/shadow?format=text").body();
    }

    void awaitVerdict(String verdict) {
        RunningApp.await(verdict, () -> verdict().equals(verdict), this::text);
    }

    @Override
    public void close() {
        app.close();
    }
}
