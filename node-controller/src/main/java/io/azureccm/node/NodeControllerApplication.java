package io.azureccm.node;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The node controller as a Spring Boot app. */
@SpringBootApplication
public class NodeControllerApplication {
    public static void main(String[] args) {
        SpringApplication.run(NodeControllerApplication.class, args);
    }
}
