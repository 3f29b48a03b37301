package io.azureccm.common.boot.doctor;

import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.arm.gateway.ArmConnection;
import io.azureccm.common.arm.gateway.HttpCloudMetadata;
import io.azureccm.common.arm.gateway.HttpProxies;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.cloud.CloudSelection;
import io.azureccm.common.config.credential.CredentialChoice;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.kube.client.KubeClients;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks before a start whether a controller has what it needs: takes the controller's flags, queries Azure and the cluster, and writes nothing.
 * Each check reports one line and, for a problem, the command that fixes it. {@code environment} holds the variables that azure.json and the CAs
 * depend on; {@code clock} provides the current time.
 */
public record Doctor(App app, Map<String, String> environment, InstantSource clock) {
    private static final String USER_AGENT = "azureccm-doctor";

    public Doctor {
        environment = Map.copyOf(environment);
    }

    /** Runs all checks, with the flags of the app. */
    public DoctorReport run(List<String> flags) {
        return switch (ControllerFlags.parse(app, flags)) {
            case FlagsOutcome.Run run -> run(run);
            case FlagsOutcome.Refused refused -> new DoctorReport(problems(Preflight.lines(refused.problems())));
            case FlagsOutcome.Help help -> new DoctorReport(List.of());
            case FlagsOutcome.Version version -> new DoctorReport(List.of());
        };
    }

    private DoctorReport run(FlagsOutcome.Run run) {
        Preflight.Cleared cleared;
        try {
            cleared = Preflight.clear(run, environment);
        } catch (Preflight.NotCleared notCleared) {
            return new DoctorReport(problems(notCleared.lines()));
        }
        List<Finding> findings = new ArrayList<>(ignored(run.notices()));
        try (KubernetesClient client = KubeClients.open(cleared.kubeSettings().withUserAgent(USER_AGENT))) {
            findings.addAll(azure(cleared));
            findings.addAll(new ClusterChecks(cleared.options(), client).findings());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            findings.add(Finding.failure("doctor", "interrupted", "run the doctor again"));
        } finally {
            cleared.kubernetes().close();
        }
        return new DoctorReport(findings);
    }

    private List<Finding> azure(Preflight.Cleared cleared) throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        try {
            String source = cleared.configSource().name();
            ParsedCloudConfig parsed = cleared.configSource().load().parsed();
            CloudConfig config = parsed.orThrow();
            findings.add(Finding.ok("config", source + " is readable"));
            findings.addAll(ignored(parsed.problems()));
            ArmClientSettings client = ArmClientSettings.of(config.arm(), USER_AGENT)
                    .through(HttpProxies.of(environment));
            String endpoint = config.arm().endpoint().resourceManagerEndpoint();
            if (!endpoint.isEmpty() && !reached(endpoint, cleared, findings))
                return findings;
            AzureCloud cloud = CloudSelection.select(config.arm().endpoint(), source, environment,
                    new HttpCloudMetadata(cleared.trust().context(), client.userAgent(), client.proxies())).orThrow();
            if (endpoint.isEmpty() && !reached(cloud.resourceManagerEndpoint(), cleared, findings))
                return findings;
            findings.add(ConnectivityChecks.name(cloud.authorityHost(), client.proxies()));
            if (findings.getLast().result() == Finding.Result.OK)
                findings.addAll(signedIn(cleared, config, cloud, client));
        } catch (RuntimeException unusable) {
            findings.addAll(problems(String.valueOf(unusable.getMessage()).lines().toList()));
        }
        return findings;
    }

    /** Runs first, because the metadata of the cloud may have to be read from the same endpoint. */
    private boolean reached(String endpoint, Preflight.Cleared cleared, List<Finding> findings)
            throws InterruptedException {
        List<Finding> found = new ConnectivityChecks(endpoint, cleared.trust().context(), HttpProxies.of(environment),
                clock).findings();
        findings.addAll(found);
        return found.stream().anyMatch(each -> each.check().equals("clock"));
    }

    private List<Finding> signedIn(Preflight.Cleared cleared, CloudConfig config, AzureCloud cloud,
            ArmClientSettings client) {
        CredentialChoice choice = CredentialChoice.required(config, cleared.configSource().name());
        if (choice.failed())
            return problems(Preflight.errors(choice.problems()));
        ArmConnection.Account account = new ArmConnection.Account(config, cloud, choice.credentials(),
                FallbackCredential.NONE);
        return new AzureChecks(app, config, choice.credentials().compute(),
                ArmConnection.open(account, cleared.trust().context(), client,
                        (verb, target, status, took, remaining) -> {}, ArmClock.system()))
                .findings();
    }

    /** What a running controller only warns of: above all, misspelt keys and flags, which have no effect. */
    private static List<Finding> ignored(List<ConfigProblem> problems) {
        return Preflight.warnings(problems)
                .stream()
                .map(line -> Finding.warning("config", line,
                        "correct or remove the key or the flag that the message names"))
                .toList();
    }

    private static List<Finding> problems(List<String> lines) {
        return lines.stream()
                .map(line -> Finding.failure("config", line,
                        "correct the cloud config or the flag that the message names"))
                .toList();
    }
}
