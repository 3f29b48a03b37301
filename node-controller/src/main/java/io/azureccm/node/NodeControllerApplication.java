package io.azureccm.node;

import io.azureccm.common.boot.ControllerApp;
import io.azureccm.common.boot.ControllerLauncher;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.NodeWatchProgram;
import io.azureccm.common.config.flags.App;
import org.springframework.context.annotation.Bean;

/**
 * The node controller as a Spring Boot app. It watches the nodes and competes for the lease
 * {@code kube-system/azure-node-controller}; it writes nothing.
 */
@ControllerApp
public class NodeControllerApplication {
    public static void main(String[] args) {
        ControllerLauncher.main(App.NODE, NodeControllerApplication.class, args);
    }

    @Bean
    ControllerProgram nodeProgram() {
        return new NodeWatchProgram("this release watches them and writes nothing to them");
    }
}
