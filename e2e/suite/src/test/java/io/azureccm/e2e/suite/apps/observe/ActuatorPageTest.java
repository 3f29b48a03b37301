package io.azureccm.e2e.suite.apps.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.config.options.App;
import io.azureccm.e2e.suite.apps.RunningApp;
import io.azureccm.e2e.suite.apps.SimulatedCloudFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the page of the actuator names, running apps answer; and what they answer is on the page. */
class ActuatorPageTest extends SimulatedCloudFixture {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PAGE = Path.of("../../docs/resources/actuator.md");

    /** Made when an app is packaged: classes that were only compiled have none. */
    private static final String BILL = "/actuator/sbom/application";

    @BeforeEach
    void prepare() throws Exception {
        cloud.addNode(0, ", podCIDR: 10.244.1.0/24, podCIDRs: [10.244.1.0/24]");
        cloud.addNode(2,
                ", taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, value: 'true', effect: NoSchedule}]");
        cloud.addService("web");
    }

    @ParameterizedTest
    @EnumSource
    void pathsFieldsAndComponentsAreThoseOnThePage(App app) throws Exception {
        ActuatorPage page = ActuatorPage.read(PAGE);
        try (RunningApp running = start(app)) {
            RunningApp.await("a plan carried out", () -> isCarriedOut(json(running, "/plans/1")),
                    () -> running.get("/plans").body() + running.get("/health").body());
            running.awaitReady();

            for (ActuatorPage.Row row : page.of(app))
                row.paths()
                        .stream()
                        .filter(path -> !path.equals(BILL) || isPackaged())
                        .forEach(path -> answers(running, example(path), row.fields()));
            assertThat(endpoints(running)).isEqualTo(page.endpoints(app));
            assertThat(names(json(running, "/health").path("components"))).isEqualTo(page.components().keySet());
            for (String group : names(json(running, "/health").path("groups")))
                assertThat(names(json(running, "/health/" + group).path("components"))).as(group)
                        .isEqualTo(components(page, group));
        }
    }

    @Test
    void theProfileDebugAddsWhatThePageSays() throws Exception {
        App app = App.NODE;
        ActuatorPage page = ActuatorPage.read(PAGE);
        try (RunningApp running = start(app, "--spring.profiles.active=debug")) {
            Set<String> all = new TreeSet<>(page.endpoints(app));
            page.ofDebug().forEach(path -> ActuatorPage.endpoint(path).ifPresent(all::add));
            assertThat(page.ofDebug()).isNotEmpty();
            assertThat(endpoints(running)).isEqualTo(all);
            page.ofDebug().forEach(path -> assertThat(running.getFromRoot(path).statusCode()).as(path).isEqualTo(200));
        }
    }

    /** A plan may be done before its outcome is told. */
    private static boolean isCarriedOut(JsonNode plan) {
        return plan.path("done").asBoolean() && (plan.has("allGood") || plan.has("outcome"));
    }

    private static boolean isPackaged() {
        return ActuatorPageTest.class.getResource("/META-INF/sbom/application.cdx.json") != null;
    }

    private static Set<String> components(ActuatorPage page, String group) {
        Set<String> components = new TreeSet<>(page.components().keySet());
        components.removeIf(component -> !page.components().get(component).contains(group));
        return components;
    }

    /** Only plans that have any name them, as the page says. */
    private static final Set<String> SOME_PLANS = Set.of("steps", "supersededBy");

    /** A path of the page with what there is on the cluster of the test. */
    private static String example(String path) {
        return path.replace("NUMBER", "1").replace("NAMESPACE/NAME", "default/web").replace("NODE", "vmss-a000000");
    }

    private static void answers(RunningApp running, String path, Set<String> fields) {
        HttpResponse<String> answer = running.getFromRoot(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        if (fields.isEmpty()) {
            assertThat(answer.headers().firstValue("Content-Type").orElse("")).as(path)
                    .startsWith(typeOf(path));
        } else {
            Set<String> found = new TreeSet<>(names(parsed(answer)));
            SOME_PLANS.stream().filter(fields::contains).forEach(found::add);
            assertThat(found).as(path).isEqualTo(fields);
        }
    }

    private static String typeOf(String path) {
        if (path.startsWith("/actuator/record"))
            return "application/gzip";
        return path.startsWith("/actuator/console") ? "text/html" : "text/plain";
    }

    /** What the actuator itself lists; paths below an endpoint have its name and a dash before theirs. */
    private static Set<String> endpoints(RunningApp running) {
        Set<String> names = new TreeSet<>();
        json(running, "").path("_links").fieldNames().forEachRemaining(name -> names.add(name.replaceAll("-.*", "")));
        names.remove("self");
        return names;
    }

    private static Set<String> names(JsonNode node) {
        Set<String> names = new TreeSet<>();
        if (node.isArray()) {
            node.forEach(each -> names.add(each.asText()));
        } else {
            node.fieldNames().forEachRemaining(names::add);
        }
        return names;
    }

    private static JsonNode json(RunningApp running, String path) {
        return parsed(running.get(path));
    }

    private static JsonNode parsed(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    private RunningApp start(App app, String... more) throws Exception {
        List<String> flags = new ArrayList<>(
                cloud.flags("--leader-elect=false", "--cluster-cidr=10.244.0.0/16",
                        "--azureccm.record.folder=" + folder.resolve("record")));
        flags.addAll(List.of(more));
        return RunningApp.start(app, flags, cloud.environment());
    }
}
