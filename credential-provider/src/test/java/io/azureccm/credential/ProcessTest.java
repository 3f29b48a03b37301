package io.azureccm.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.credential.standin.Authority;
import io.azureccm.credential.standin.StandIn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Calls the program like the kubelet does: as a process with the request on stdin, with an environment, and killed
 * after one minute; several at once at the start of a node.
 */
class ProcessTest {
    private static final Authority AUTHORITY = new Authority();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"mi-system", "wi-ok", "proto-not-acr", "conf-yaml", "ex-401", "cli-version",
            "ch-unreachable"})
    void theOutcomeIsThatOfTheCase(String name) throws IOException, InterruptedException {
        try (StandIn standIn = new StandIn(AUTHORITY)) {
            Case each = Case.named(name);
            standIn.rules(each.rules(standIn.url()));

            Outcome outcome = finish(start(each, folder, standIn), folder, standIn);

            assertThat(each.verdict(outcome, standIn)).isEqualTo("as the reference");
        }
    }

    @Test
    void manyAtOnceAtTheStartOfANode() throws IOException, InterruptedException {
        try (StandIn standIn = new StandIn(AUTHORITY)) {
            Case each = Case.named("mi-system");
            List<Process> processes = new ArrayList<>();
            for (int i = 0; i < 6; i++)
                processes.add(start(each, Files.createDirectory(folder.resolve("call-" + i)), standIn));

            for (int i = 0; i < 6; i++) {
                Outcome outcome = finish(processes.get(i), folder.resolve("call-" + i), standIn);
                assertThat(outcome.exit()).as(outcome.err()).isZero();
                assertThat(outcome.out()).contains("acr:foo.azurecr.io:aad:system").endsWith("}\n").hasLineCount(1);
            }
        }
    }

    private static Process start(Case each, Path folder, StandIn standIn) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", "-cp", Path.of("target/classes").toAbsolutePath() + ":"
                                + LoadSettings.class.getProtectionDomain().getCodeSource().getLocation().getPath(),
                        AcrCredentialProvider.class.getName()));
        command.addAll(each.arguments(folder, standIn.url()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(each.environment(folder, standIn.url(), AUTHORITY.write(folder.resolve("ca.pem"))));
        Process process = builder.start();
        process.getOutputStream().write(each.stdin().getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        return process;
    }

    private static Outcome finish(Process process, Path folder, StandIn standIn)
            throws IOException, InterruptedException {
        boolean ended = process.waitFor(1, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended).as("ended within the kubelet's minute").isTrue();
        return new Outcome(process.exitValue(), Files.readString(folder.resolve("out")),
                Files.readString(folder.resolve("err")),
                standIn.seen());
    }
}
