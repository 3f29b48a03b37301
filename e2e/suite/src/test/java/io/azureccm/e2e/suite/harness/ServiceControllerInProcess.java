package io.azureccm.e2e.suite.harness;

import io.azureccm.common.arm.ArmClientSettings;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmConnection;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.FallbackCredential;
import io.azureccm.common.arm.HttpCloudMetadata;
import io.azureccm.common.arm.RemainingCalls;
import io.azureccm.common.arm.TrustedCertificates;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.cloud.CloudSelection;
import io.azureccm.common.config.credential.CredentialChoice;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.PlanText;
import io.azureccm.common.exec.ArmPlanExecutor;
import io.azureccm.common.exec.ExecutionListener;
import io.azureccm.common.exec.PlanJournal;
import io.azureccm.common.exec.ResourceLanes;
import io.azureccm.common.exec.WriteFence;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.kube.event.ApiEventSink;
import io.azureccm.common.kube.event.EventRecorder;
import io.azureccm.common.kube.feed.FeedScope;
import io.azureccm.common.kube.patch.ObjectPatcher;
import io.azureccm.common.kube.patch.ServicePatches;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.ArmCallSettings;
import io.azureccm.common.resilience.ResilientArmGateway;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.ServiceController;
import io.azureccm.service.Timing;
import io.azureccm.service.apply.KubernetesServiceWriter;
import io.azureccm.service.apply.ServiceWriter;
import io.azureccm.service.watch.ServiceFeeds;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The service controller in this process, without Spring and without leader election: starts in no time, prints its plans. */
public final class ServiceControllerInProcess implements ControllerUnderTest {
    private final Stillness stillness;
    private final Supplier<Stillness.Look> looking;
    private final Options options;
    private final Clock clock = Clock.systemUTC();
    private final PlanJournal journal = new PlanJournal(PlanText.of("services"), 100, clock, () -> "");
    private ServiceController controller;
    private KubernetesClient client;
    private EventRecorder events;

    /** When its passes happen, how it writes to Azure, and what stands between it and the Services it writes. */
    public record Options(Timing timing, ArmPlanExecutor.Settings execution, UnaryOperator<ServiceWriter> writer) {
        public static final Options DEFAULT = new Options(Timing.DEFAULT, ArmPlanExecutor.Settings.DEFAULT,
                UnaryOperator.identity());
    }

    public ServiceControllerInProcess(Stillness stillness, Supplier<Stillness.Look> looking) {
        this(stillness, looking, Options.DEFAULT);
    }

    public ServiceControllerInProcess(Stillness stillness, Supplier<Stillness.Look> looking, Options options) {
        this.stillness = stillness;
        this.looking = looking;
        this.options = options;
    }

    @Override
    public void start(Launch launch) {
        CloudConfig cloud = cloud(launch);
        ArmGateway gateway = gateway(launch, cloud);
        ObservedStore store = new ObservedStore(gateway, clock, ObservedStore.Settings.DEFAULT);
        ArmPlanExecutor executor = new ArmPlanExecutor(
                new ArmPlanExecutor.Ports(gateway, store, new ResourceLanes(),
                        WriteFence.OPEN, ExecutionListener.NONE, clock),
                options.execution());
        client = KubeClients
                .open(KubeSettings.defaults("suite").withKubeconfig(launch.kubeconfig()).withLimits(200, 400));
        events = new EventRecorder(new ApiEventSink(client));
        ServicePatches patches = new ServicePatches(new ObjectPatcher(new ApiRequests(client), Optional::empty));
        controller = new ServiceController(new ServiceController.Settings(cloud, "kubernetes", options.timing(), false),
                new ServiceController.Azure(store, executor, journal), new ServiceController.Cluster(
                        new ServiceFeeds(client, FeedScope.ALL),
                        options.writer().apply(new KubernetesServiceWriter(patches)), events),
                clock);
        controller.start();
        controller.lead();
    }

    @Override
    public void awaitQuiet(Duration bound) {
        stillness.await(bound, looking);
    }

    @Override
    public String log() {
        return journal.entries().reversed().stream().map(PlanJournal.Entry::text).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        if (controller == null)
            return;
        controller.close();
        events.close();
        client.close();
    }

    private static CloudConfig cloud(Launch launch) {
        try {
            String text = Files.readString(launch.cloudConfig());
            return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", text), launch.environment())) {
                case ParsedCloudConfig.Accepted accepted -> accepted.config();
                case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
            };
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static ArmGateway gateway(Launch launch, CloudConfig cloud) {
        TrustedCertificates trust = TrustedCertificates.from(launch.environment());
        ArmClientSettings settings = ArmClientSettings.of(cloud.arm(), "suite");
        try {
            AzureCloud azure = CloudSelection.select(cloud.arm().endpoint(), "azure.json", launch.environment(),
                    new HttpCloudMetadata(trust.context(), settings.userAgent())).orThrow();
            RemainingCalls remaining = new RemainingCalls();
            ArmGateway plain = ArmConnection.open(
                    new ArmConnection.Account(cloud, azure,
                            CredentialChoice.of(cloud, "azure.json", false).credentials(),
                            FallbackCredential.NONE),
                    trust.context(), settings, remaining, ArmClock.system());
            return new ResilientArmGateway(plain, new ArmCallPolicy(
                    ArmCallSettings.of(cloud.arm(), settings.operations().bound().plusMinutes(1)),
                    new ArmCallPolicy.Reports(ArmClock.system(), () -> ThreadLocalRandom.current().nextDouble(),
                            remaining, ended -> {})));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }
}
