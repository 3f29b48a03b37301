package io.azureccm.common.boot.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.config.options.App;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.WorkSpans;
import io.azureccm.common.kube.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Tracing is off unless it is switched on, and spans reach the endpoint that is named. */
class TracingTest {
    @TempDir
    Path folder;

    @Test
    void nothingOfItIsMadeWhenItIsOff() throws Exception {
        try (ConfigurableApplicationContext context = ((Launch.Running) launch()).context()) {
            assertThat(context.getBeanNamesForType(WorkSpans.class)).isEmpty();
            assertThat(Stream.of(context.getBeanDefinitionNames())
                    .map(context::getType)
                    .map(String::valueOf)).noneMatch(type -> type.contains("brave") || type.contains("zipkin"));
            assertThat(context.getBean(PlanJournal.class).spans()).isSameAs(WorkSpans.NONE);
        }
    }

    @Test
    void spansArePostedToTheEndpoint() throws Exception {
        ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
        HttpServer collector = collector(received);
        String endpoint = "http://127.0.0.1:" + collector.getAddress().getPort() + "/api/v2/spans";
        try (ConfigurableApplicationContext context = ((Launch.Running) launch("--azureccm.tracing.enabled=true",
                "--azureccm.tracing.endpoint=" + endpoint)).context()) {
            context.getBean(PlanJournal.class).spans().run("execute", notes -> notes.note("scope", "lb=kubernetes"));
            Await.until("a span has come", () -> !received.isEmpty());
        } finally {
            collector.stop(0);
        }
        assertThat(received.peek()).contains("\"name\":\"execute\"", "\"serviceName\":\"azure-node-controller\"",
                "\"scope\":\"lb=kubernetes\"");
    }

    @Test
    void nothingIsPostedWhenNothingIsSampled() throws Exception {
        ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
        HttpServer collector = collector(received);
        String endpoint = "http://127.0.0.1:" + collector.getAddress().getPort() + "/api/v2/spans";
        try (ConfigurableApplicationContext context = ((Launch.Running) launch("--azureccm.tracing.enabled=true",
                "--azureccm.tracing.sampling=0", "--azureccm.tracing.endpoint=" + endpoint)).context()) {
            context.getBean(PlanJournal.class).spans().run("execute", notes -> {});
        } finally {
            collector.stop(0);
        }
        assertThat(received).isEmpty();
    }

    @Test
    void wrongSettingsAreNamedWithoutWhatMayBeAPassword() throws Exception {
        Launch launch = launch("--azureccm.tracing.endpoint=http://user:hunter2@collector/",
                "--azureccm.tracing.sampling=2");
        assertThat(((Launch.Ended) launch).lines().toString()).contains("azureccm.tracing.endpoint")
                .doesNotContain("hunter2");
    }

    private Launch launch(String... arguments) throws IOException {
        StartFiles files = new StartFiles(folder);
        return ControllerLauncher.launch(App.NODE, TestController.class,
                Stream.concat(Stream.of(files.kubeconfig(), files.config(StartFiles.GOOD), "--server.port=0",
                        "--dry-run"), Stream.of(arguments)).toList(),
                Map.of());
    }

    private static HttpServer collector(ConcurrentLinkedQueue<String> received) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v2/spans", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        server.start();
        return server;
    }
}
