package io.azureccm.common.boot.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerProgram.Description;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.NodeWatchLoop;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.launch.Launch;
import io.azureccm.common.boot.spring.ControllerApp;
import io.azureccm.common.boot.spring.StartFiles;
import io.azureccm.common.boot.supervisor.ControllerSupervisor;
import io.azureccm.common.config.options.App;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.informer.ResourceInformers;
import io.azureccm.common.observe.ControllerState.Phase;
import io.azureccm.common.reconcile.LoopDriver;
import io.azureccm.common.record.LastText;
import io.azureccm.common.record.RecordHeader;
import io.azureccm.common.record.RecordReader;
import io.azureccm.common.record.Recordable;
import io.azureccm.common.record.ReplayReport;
import io.azureccm.common.serve.Authority;
import io.azureccm.common.serve.PortClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The record of a controller as it is served. */
class RecordEndpointTest {
    private static final String CONFIG = """
            {"cloud": "AzurePublicCloud", "tenantId": "t", "subscriptionId": "s-1", "resourceGroup": "rg", "location": "moon",
             "aadClientId": "c", "aadClientSecret": "s3cret-of-client", "aadClientCertPassword": "s3cret-of-certificate",
             "userAgent": "agent-of-ours"}""";

    @TempDir
    private static Path folder;
    private static ConfigurableApplicationContext context;

    /** A controller with a loop of texts, whose turns the test makes. */
    @ControllerApp
    public static class Recorded {
        @Bean
        LoopDriver<String, String, String> driver() {
            return new LoopDriver<String, String, String>().begin(new LastText());
        }

        @Bean
        ControllerProgram program(LoopDriver<String, String, String> driver) {
            return new ControllerProgram("texts", options -> new Description("Texts", "nothing"),
                    ports -> new Texts(new NodeWatchLoop(ports, ""), recordable(driver)));
        }
    }

    private record Texts(ControllerLoop nodes, Recordable<?, ?, ?> texts) implements ControllerLoop {
        @Override
        public List<Recordable<?, ?, ?>> recordables() {
            return List.of(texts);
        }

        @Override
        public ResourceInformers informers() {
            return nodes.informers();
        }

        @Override
        public void start() {
            nodes.start();
        }

        @Override
        public boolean stop(Duration longest) {
            return nodes.stop(longest);
        }

        @Override
        public Instant lastTurn() {
            return nodes.lastTurn();
        }

        @Override
        public void close() {
            nodes.close();
        }
    }

    private static Recordable<String, String, String> recordable(LoopDriver<String, String, String> driver) {
        return new Recordable<>("texts", new LastText(), driver.turns(), LastText.Codec::new);
    }

    @BeforeAll
    static void start() throws Exception {
        StartFiles files = new StartFiles(folder);
        Launch launch = ControllerLauncher.launch(App.NODE, Recorded.class,
                List.of(files.kubeconfig(), files.config(CONFIG), "--server.port=0", "--dry-run",
                        PortClient.flag(folder), "--azureccm.record.folder=" + folder.resolve("record"),
                        "--server.ssl.key-password=s3cret-of-spring"),
                Map.of());
        assertThat(launch).as(launch.toString()).isInstanceOf(Launch.Running.class);
        context = ((Launch.Running) launch).context();
        ControllerSupervisor supervisor = context.getBean(ControllerSupervisor.class);
        Await.until(() -> supervisor.get().toString(), () -> supervisor.get().phase() == Phase.SYNCING);
        turns();
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void isForThoseWhoMayReadPlans() throws Exception {
        for (PortClient other : List.of(PortClient.nobody(),
                PortClient.with(Authority.create("strangers").issue("CN=operator,O=system:masters")))) {
            int plans = other.get(context, "/actuator/plans").statusCode();
            assertThat(plans).isNotEqualTo(200);
            assertThat(other.get(context, "/actuator/record").statusCode()).isEqualTo(plans);
        }
        assertThat(PortClient.operator().get(context, "/actuator/plans").statusCode()).isEqualTo(200);
        assertThat(served().length).isPositive();
    }

    @Test
    void replaysAsItWas() throws Exception {
        ReplayReport report;
        try (RecordReader lines = new RecordReader(new ByteArrayInputStream(served()))) {
            RecordHeader header = RecordHeader.of(lines.next().orElseThrow());
            try (RecordReader record = new RecordReader(new ByteArrayInputStream(served()))) {
                report = recordable(new LoopDriver<>()).replay(record, header);
            }
        }

        assertThat(report.turns()).isEqualTo(2);
        assertThat(report.differences()).isEmpty();
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void hasNoSecretsAndNoUserAgent() throws Exception {
        String text = new String(new GZIPInputStream(new ByteArrayInputStream(served())).readAllBytes(),
                StandardCharsets.UTF_8);

        assertThat(text).contains("\"subscriptionId\":\"s-1\"", "--dry-run", "\"plan\"")
                .doesNotContain("s3cret", "agent-of-ours");
    }

    @Test
    void isServedWithoutNamesToo() throws Exception {
        byte[] coded = PortClient.operator().bytes(context, "/actuator/record?anonymous=true").body();

        assertThat(new String(new GZIPInputStream(new ByteArrayInputStream(coded)).readAllBytes(),
                StandardCharsets.UTF_8)).contains("\"subscriptionId\":\"x", "length 2").doesNotContain("s-1");
    }

    @SuppressWarnings("unchecked")
    private static void turns() throws Exception {
        LoopDriver<String, String, String> driver = context.getBean(LoopDriver.class);
        for (String text : List.of("a", "ab")) {
            driver.inbox().post(text);
            driver.turn();
        }
        Await.until("two turns are written", () -> {
            try {
                return new String(new GZIPInputStream(new ByteArrayInputStream(served())).readAllBytes(),
                        StandardCharsets.UTF_8).contains("length 2");
            } catch (Exception early) {
                return false;
            }
        });
    }

    private static byte[] served() throws Exception {
        return PortClient.operator().bytes(context, "/actuator/record").body();
    }
}
