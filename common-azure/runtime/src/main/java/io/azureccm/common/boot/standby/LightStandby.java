package io.azureccm.common.boot.standby;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.boot.TimeLimitedTask;
import io.azureccm.common.boot.leader.Election;
import io.azureccm.common.config.options.AuthorizationOptions;
import io.azureccm.common.core.PrintableText;
import io.azureccm.common.kube.leader.LeaseObservation;
import io.azureccm.common.kube.leader.LeaseRecord;
import io.azureccm.common.observe.ControllerState;
import io.azureccm.common.serve.TokenAccess;
import io.azureccm.common.serve.tls.ServerTls;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.snakeyaml.engine.v2.api.Load;
import org.springframework.boot.ssl.pem.PemContent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.Assert;

/**
 * Watches an app that waits for the lease. Once it has been ready for a while without leading, the app is closed and its
 * light standby takes its place in this process, which holds a third of the memory.
 */
public final class LightStandby {
    private static final Logger log = LoggerFactory.getLogger(LightStandby.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration CLOSE_LIMIT = Duration.ofMillis(9500);
    /** What the standby needs of the class path: one class of each library, in the order of use. */
    private static final List<Class<?>> NEEDED = List.of(StandbyProcess.class, TokenAccess.class, ServerTls.class,
            LeaseRecord.class, AuthorizationOptions.class, ControllerState.class, PrintableText.class, JsonNode.class,
            JsonFactory.class, JsonProperty.class, Logger.class, Load.class, PemContent.class,
            Assert.class);
    /** The least memory that was measured; an answer of the API needs a small part of the heap. */
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-XX:CICompilerCount=1", "-XX:CompileThresholdScaling=4", "-Xms4m", "-Xmx24m", "-Xmn1m",
            "-XX:MinHeapFreeRatio=0", "-XX:MaxHeapFreeRatio=5", "-XX:-ShrinkHeapInSteps", "-XX:MarkSweepDeadRatio=0",
            "-XX:SoftRefLRUPolicyMSPerMB=10", "-XX:+ExitOnOutOfMemoryError", "-XX:TrimNativeHeapInterval=5000",
            "-Djdk.reflect.useNativeAccessorOnly=true", "-Djdk.httpserver.maxConnections=64",
            "-Dsun.net.httpserver.maxReqTime=10", "-Dsun.net.httpserver.maxRspTime=10",
            "-Dslf4j.provider=" + StandbyLogs.class.getName(), "-Dslf4j.internal.verbosity=ERROR",
            "--enable-native-access=ALL-UNNAMED");

    private final StandbyTask task;
    private final Duration after;
    private final LongSupplier nanoTime;
    private long readySince;
    private boolean ready;

    LightStandby(StandbyTask task, Duration after, LongSupplier nanoTime) {
        this.task = task;
        this.after = after;
        this.nanoTime = nanoTime;
    }

    /** Starts to watch the app; does nothing where an instance has to wait as it is. */
    public static void start(ConfigurableApplicationContext app) {
        Optional<String> classPath = classPath();
        Optional<StandbyTask> task = StandbyTasks.of(app);
        if (classPath.isEmpty() || task.isEmpty() || !ProcessReplacement.isPossible()) {
            log.debug("While it waits for the lease, this instance stays as it is");
            return;
        }
        LightStandby standby = new LightStandby(task.get(), StandbyTasks.after(app), System::nanoTime);
        Supplier<ControllerState> state = StandbyTasks.state(app);
        // Not a daemon: it has to outlive the threads of the app.
        Thread.ofPlatform().name("light-standby").start(() -> standby.run(app, state, classPath.get()));
    }

    private void run(ConfigurableApplicationContext app, Supplier<ControllerState> state, String classPath) {
        try {
            while (!observe(state.get()))
                Thread.sleep(TICK);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return;
        }
        Election election = app.getBean(Election.class);
        log.info("Ready and waiting for {}, which {} holds, for {} s: closing the app, to wait with little memory",
                election.decidedBy(), election.leader().holder(), after.toSeconds());
        boolean closed = TimeLimitedTask.run("close application", app::close, CLOSE_LIMIT);
        if (!closed || isEnding())
            return;
        List<String> arguments = new ArrayList<>(OPTIONS);
        arguments.addAll(properties(System.getenv("JAVA_TOOL_OPTIONS")));
        arguments.addAll(List.of("-cp", classPath, StandbyProcess.class.getName()));
        IOException failed = StandbySwitch.toStandby(arguments, Map.of(StandbyTask.VARIABLE, task.text(),
                LeaseObservation.VARIABLE, election.observation().map(LeaseObservation::text).orElse(""),
                LeaseObservation.OTHERS, LeaseObservation.text(election.otherObservations())));
        log.error("The standby cannot be started: {}", failed.getMessage());
        System.exit(1);
    }

    /** Takes in the state of the app now; true once it has been ready and waiting for long enough. */
    boolean observe(ControllerState now) {
        boolean was = ready;
        ready = now.phase() == ControllerState.Phase.STANDBY && !now.leadership().holder().isEmpty()
                && now.leadership().problem().isEmpty() && now.kubernetes().firstProblem().isEmpty()
                && now.azure().reach().up().orElse(false);
        long moment = nanoTime.getAsLong();
        if (ready && !was)
            readySince = moment;
        return ready && moment - readySince >= after.toNanos();
    }

    /** Whether a signal has begun to end the process. */
    private static boolean isEnding() {
        try {
            Thread probe = new Thread(() -> {});
            Runtime.getRuntime().addShutdownHook(probe);
            return !Runtime.getRuntime().removeShutdownHook(probe);
        } catch (IllegalStateException ending) {
            return true;
        }
    }

    /** The system properties among the options: a proxy, for example. */
    private static List<String> properties(String options) {
        return options == null
                ? List.of()
                : Arrays.stream(options.split("\\s+")).filter(each -> each.startsWith("-D")).toList();
    }

    /** Empty where libraries are within one jar, as in the packaged app: only the image has them as files. */
    private static Optional<String> classPath() {
        Set<Path> files = new LinkedHashSet<>();
        for (Class<?> each : NEEDED) {
            try {
                files.add(Path.of(each.getProtectionDomain().getCodeSource().getLocation().toURI()));
            } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException nested) {
                return Optional.empty();
            }
        }
        return files.stream().allMatch(Files::exists)
                ? Optional.of(files.stream().map(Path::toString).collect(Collectors.joining(":")))
                : Optional.empty();
    }
}
