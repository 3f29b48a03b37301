package io.azureccm.common.boot.preflight;

import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.load.AppRequirements;
import io.azureccm.common.config.load.CloudConfigSource;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.KubeOptions;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.config.value.CloudConfigException;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeConfigException;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.kube.client.RequestLog;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/**
 * Checks everything about a start that can be permanently wrong, before Spring starts. The flags are already parsed; this
 * class checks the CAs, the access to the Kubernetes API and the cloud config if it is a file. It sends nothing.
 */
public final class Preflight {
    /** The validated prerequisites of a start. */
    public record Cleared(FlagsOutcome.Run run, TrustedCertificates trust, KubeSettings kubeSettings,
            KubernetesClient kubernetes, RequestLog requests, CloudConfigSource configSource,
            Map<String, String> environment) {
        public ControllerOptions options() {
            return run.options();
        }
    }

    /** The app cannot start: one line per problem. */
    public static final class NotCleared extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient List<String> lines;

        NotCleared(List<String> lines) {
            super(String.join("\n", lines));
            this.lines = List.copyOf(lines);
        }

        public List<String> lines() {
            return lines;
        }
    }

    private Preflight() {}

    public static Cleared clear(FlagsOutcome.Run run, Map<String, String> environment) throws NotCleared {
        List<String> problems = new ArrayList<>();
        ControllerOptions options = run.options();
        KubeSettings settings = kubeSettings(options);
        RequestLog requests = new RequestLog();
        KubernetesClient kubernetes = null;
        TrustedCertificates trust = null;
        CloudConfigSource source = null;
        CompletableFuture<TrustedCertificates> trusted = CompletableFuture
                .supplyAsync(() -> TrustedCertificates.from(environment), Thread.ofVirtual().name("trust")::start);
        try {
            kubernetes = KubeClients.open(settings, requests);
        } catch (KubeConfigException unusable) {
            problems.add(unusable.getMessage());
        }
        try {
            trust = trusted.join();
        } catch (CompletionException failed) {
            if (!(failed.getCause() instanceof IllegalArgumentException unusable))
                throw failed;
            problems.add(unusable.getMessage());
        }
        source = CloudConfigSource.of(options.cloudConfig(), new KubeSecretReader(kubernetes), environment);
        if (options.cloudConfig().secretName().isEmpty()) {
            problems.addAll(problemsOf(options, source));
        }
        if (problems.isEmpty())
            return new Cleared(run, trust, settings, kubernetes, requests, source, Map.copyOf(environment));
        if (kubernetes != null) {
            kubernetes.close();
        }
        problems.addAll(warnings(run.notices()));
        throw new NotCleared(problems);
    }

    private static List<String> problemsOf(ControllerOptions options, CloudConfigSource source) {
        try {
            ParsedCloudConfig parsed = source.load().parsed();
            List<ConfigProblem> missing = AppRequirements.check(options, parsed.orThrow(), source.name());
            return lines(Stream.concat(missing.stream(), parsed.problems().stream()).toList());
        } catch (CloudConfigException bad) {
            return lines(bad.problems());
        }
    }

    /**
     * The errors, followed by the warnings: an unknown flag or key is often the reason why another one is missing. Empty if
     * there is no error.
     */
    public static List<String> lines(List<ConfigProblem> problems) {
        List<String> errors = errors(problems);
        return errors.isEmpty()
                ? errors
                : Stream.concat(errors.stream(), warnings(problems).stream()).toList();
    }

    public static List<String> warnings(List<ConfigProblem> problems) {
        return problems.stream()
                .filter(problem -> problem.severity() == ConfigProblem.Severity.WARNING)
                .map(ConfigProblem::text)
                .toList();
    }

    public static List<String> errors(List<ConfigProblem> problems) {
        return problems.stream().filter(ConfigProblem::isError).map(ConfigProblem::text).toList();
    }

    /** Settings for an API that another kubeconfig names. */
    public static KubeSettings kubeSettings(ControllerOptions options, String kubeconfig) {
        return limited(options).withKubeconfig(Path.of(kubeconfig));
    }

    public static KubeSettings kubeSettings(ControllerOptions options) {
        KubeOptions kube = options.kube();
        KubeSettings settings = limited(options);
        if (!kube.kubeconfig().isEmpty()) {
            settings = settings.withKubeconfig(Path.of(kube.kubeconfig()));
        }
        return kube.master().isEmpty() ? settings : settings.withMaster(kube.master());
    }

    private static KubeSettings limited(ControllerOptions options) {
        KubeOptions kube = options.kube();
        KubeSettings settings = KubeSettings.defaults("azureccm-" + options.app().title());
        if (kube.qps() < 0) {
            settings = settings.withLimits(1_000_000, 1_000_000);
        } else if (kube.qps() > 0) {
            settings = settings.withLimits(kube.qps(), Math.max(1, kube.burst()));
        }
        return settings;
    }
}
