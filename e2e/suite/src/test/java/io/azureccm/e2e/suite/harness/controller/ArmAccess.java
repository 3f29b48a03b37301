package io.azureccm.e2e.suite.harness.controller;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.arm.ArmClock;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallQueue;
import io.azureccm.common.arm.credential.FallbackCredential;
import io.azureccm.common.arm.gateway.ArmClientSettings;
import io.azureccm.common.arm.gateway.ArmConnection;
import io.azureccm.common.arm.gateway.HttpCloudMetadata;
import io.azureccm.common.arm.http.TrustedCertificates;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.cloud.AzureCloud;
import io.azureccm.common.config.cloud.CloudSelection;
import io.azureccm.common.config.credential.CredentialChoice;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.resilience.ArmCallPolicy;
import io.azureccm.common.resilience.ArmCallSettings;
import io.azureccm.common.resilience.ResilientArmGateway;
import io.azureccm.common.resilience.budget.ArmBudget;
import io.azureccm.common.resilience.budget.BudgetListener;
import io.azureccm.common.resilience.budget.BudgetSettings;
import io.azureccm.e2e.suite.faults.virtual.VirtualArm;
import io.azureccm.e2e.suite.harness.controller.ControllerUnderTest.Launch;
import io.azureccm.e2e.suite.harness.virtual.VirtualWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.ThreadLocalRandom;

/** What a controller in this process reaches ARM with, made from a cloud config as the apps make it. */
public record ArmAccess(CloudConfig cloud, ArmGateway gateway, CallQueue calls) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static ArmAccess open(App app, Launch launch) {
        return open(app, launch, BudgetSettings.of(app), CrashPoint.never());
    }

    /** {@code budget}: what every request is counted in; {@code crashPoint}: where the instance dies. */
    static ArmAccess open(App app, Launch launch, BudgetSettings budget, CrashPoint crashPoint) {
        CloudConfig cloud = cloud(launch);
        ArmClientSettings settings = ArmClientSettings.of(cloud.arm(), agent(app));
        ArmClock clock = launch.world().<ArmClock>map(VirtualWorld::time).orElseGet(ArmClock::system);
        ArmBudget counted = new ArmBudget(budget, clock, BudgetListener.NONE);
        ArmBudget.Gate gate = counted.gate();
        ArmGateway plain = launch.world()
                .map(world -> world.gateway(new VirtualArm.Client(client(launch), agent(app)), settings.operations(),
                        gate))
                .orElseGet(() -> plain(launch, cloud, settings, gate));
        return new ArmAccess(cloud, new ResilientArmGateway(crashPoint.around(plain), ArmCallSettings
                .of(cloud.arm(), settings.operations().bound().plusMinutes(1))
                .policy(new ArmCallPolicy.Reports(clock, () -> ThreadLocalRandom.current().nextDouble(), counted,
                        ended -> {}))),
                gate);
    }

    /** What a controller in this process calls itself, to Azure and to Kubernetes. */
    static String agent(App app) {
        return "suite-" + app.title();
    }

    /** The name that the simulator logs its calls under. */
    private static String client(Launch launch) {
        try {
            return JSON.readTree(launch.cloudConfig().toFile()).path("aadClientId").asText();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
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

    private static ArmGateway plain(Launch launch, CloudConfig cloud, ArmClientSettings settings,
            ArmBudget.Gate gate) {
        TrustedCertificates trust = TrustedCertificates.from(launch.environment());
        try {
            AzureCloud azure = CloudSelection.select(cloud.arm().endpoint(), "azure.json", launch.environment(),
                    new HttpCloudMetadata(trust.context(), settings.userAgent())).orThrow();
            return ArmConnection.open(
                    new ArmConnection.Account(cloud, azure,
                            CredentialChoice.required(cloud, "azure.json").credentials(),
                            FallbackCredential.NONE),
                    trust.context(), settings, gate, (verb, target, status, took, left) -> {},
                    ArmClock.system());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }
}
