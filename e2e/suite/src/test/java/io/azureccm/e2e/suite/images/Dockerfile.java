package io.azureccm.e2e.suite.images;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The instructions of an app's Dockerfile, with continued lines joined and comments left out. */
record Dockerfile(String app, List<Instruction> instructions) {
    static final List<String> APPS = List.of("node-controller", "service-controller", "route-controller");

    record Instruction(String name, String rest) {}

    static Path root() {
        return Path.of("../..").toAbsolutePath().normalize();
    }

    static Path path(String app) {
        return root().resolve(app).resolve("Dockerfile");
    }

    static Dockerfile of(String app) {
        List<Instruction> instructions = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : lines(path(app))) {
            if (line.isBlank() || line.startsWith("#"))
                continue;
            boolean goesOn = line.endsWith("\\");
            open.append(goesOn ? line.substring(0, line.length() - 1) : line);
            if (!goesOn) {
                String[] parts = open.toString().split(" ", 2);
                instructions.add(new Instruction(parts[0], parts[1].strip()));
                open.setLength(0);
            }
        }
        return new Dockerfile(app, instructions);
    }

    /** What follows each instruction of this name, in order. */
    List<String> all(String name) {
        return instructions.stream().filter(each -> each.name().equals(name)).map(Instruction::rest).toList();
    }

    /** The default of an {@code ARG}, or the value of an {@code ENV}. */
    String value(String instruction, String variable) {
        return all(instruction).stream()
                .filter(rest -> rest.startsWith(variable + "="))
                .map(rest -> rest.substring(variable.length() + 1).replace("\"", ""))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + instruction + " " + variable));
    }

    /** Of the exec form, which alone hands signals to the JVM. */
    List<String> entrypoint() {
        try {
            return new ObjectMapper().readValue(all("ENTRYPOINT").getFirst(), new TypeReference<>() {
            });
        } catch (JsonProcessingException shell) {
            throw new AssertionError("ENTRYPOINT is not of the exec form", shell);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }
}
