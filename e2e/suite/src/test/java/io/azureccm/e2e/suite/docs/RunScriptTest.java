package io.azureccm.e2e.suite.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.App;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code ./run}, which the guides call, starts a packaged app where the PATH has an older Java. */
class RunScriptTest {
    @TempDir
    Path folder;

    private record Ended(int code, String output) {}

    @ParameterizedTest
    @EnumSource
    void startsTheAppWithJava25AlthoughAnOlderOneIsOnThePath(App app) throws Exception {
        Path jar = Repository.root().resolve(app.title() + "/target/" + app.title() + ".jar");
        Assumptions.assumeTrue(Files.exists(jar), () -> jar + " has not been packaged");

        Ended ended = run(app.title(), "--version");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).startsWith(app.title() + " ");
    }

    @Test
    void anAppThatIsNoneIsNotStarted() throws Exception {
        assertThat(run("servce-controller").code()).isEqualTo(2);
        assertThat(run().output()).contains("node-controller|service-controller|route-controller");
    }

    /** From another folder, with a {@code java} and a {@code javac} in front of all others that say that they are 17. */
    private Ended run(String... arguments) throws IOException, InterruptedException {
        Path old = Files.createDirectories(folder.resolve("old/bin"));
        for (String program : List.of("java", "javac")) {
            Path fake = Files.writeString(old.resolve(program),
                    "#!/bin/sh\necho 'openjdk version \"17.0.1\" 2021-10-19' >&2\nexit 1\n");
            fake.toFile().setExecutable(true);
        }
        List<String> command = new ArrayList<>(List.of(Repository.root().resolve("run").toString()));
        command.addAll(Arrays.asList(arguments));
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().merge("PATH", old.toString(), (path, first) -> first + File.pathSeparator + path);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), Files.readString(output));
    }
}
