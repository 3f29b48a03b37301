package io.azureccm.node;

import io.azureccm.common.boot.ControllerApp;
import io.azureccm.common.boot.ControllerLauncher;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.config.flags.App;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;

/** The node controller as a Spring Boot app. Its lease is {@code kube-system/azure-node-controller}. */
@ControllerApp
public class NodeControllerApplication {
    public static void main(String[] args) {
        ControllerLauncher.main(App.NODE, NodeControllerApplication.class, args);
    }

    @Bean
    ControllerProgram nodeProgram(MeterRegistry registry) {
        return new ControllerProgram() {
            @Override
            public Description description() {
                return new Description("Nodes",
                        "nothing in Azure; provider id, labels, addresses and taints of Nodes; deletes Nodes without machine");
            }

            @Override
            public String noun() {
                return "nodes";
            }

            @Override
            public ControllerLoop open(ControllerPorts ports) {
                return new NodeLoop(ports, registry);
            }
        };
    }
}
